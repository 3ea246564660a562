"""The helpers of these tests tell what was wrong as the tests themselves do."""

import pytest

pytest.register_assert_rewrite("tests.games.level10.table", "tests.games.level10.strolls")
