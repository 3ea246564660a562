"""What lies in deploy/, and the page that leads from a bare machine to a public server: what they
name exists, and the container is as it says. `make soak` builds and runs it, where podman or
docker can."""

import json
import re
import shlex
import shutil
import subprocess
import time
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import httpx
import pytest

from tenluz.server.app import PAGES
from tests.commands.running import tenluz
from tests.server.proxies import BY_HAND, find
from tests.server.running import free_port

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = DEPLOY / "Containerfile"
GUIDE = ROOT / "docs" / "public-server.md"
UNITS = (
    "tenluz.service",
    "tenluz-backup.service",
    "tenluz-backup.timer",
    "tenluz-pg-dump.service",
    "tenluz-pg-dump.timer",
)


def instructions() -> Iterator[tuple[str, str]]:
    """Each instruction of the Containerfile, its lines joined."""
    lines = [line for line in CONTAINERFILE.read_text().splitlines() if not line.startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        if line.strip():
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


def commands() -> Iterator[list[str]]:
    """Every call of `tenluz` in the guide, the units and the Containerfile."""
    texts = [GUIDE.read_text(), *((DEPLOY / name).read_text() for name in UNITS)]
    for text in texts:
        for call in re.findall(r"(?:/opt/tenluz/bin/|^)tenluz ([a-z][^\n`']*)", text, re.M):
            yield call.split()
    for word, rest in instructions():
        if word == "CMD":
            yield json.loads(rest)
    head = CONTAINERFILE.read_text().partition("\n\n")[0].replace("\\\n#", " ")
    (call,) = re.findall(r"tenluz (serve [^\n]*)", head)
    yield call.split()


def test_every_command_and_option_exists() -> None:
    asked: dict[tuple[str, ...], set[str]] = {}
    for words in commands():
        plain = [word for word in words[:2] if re.fullmatch(r"[a-z]+", word)]
        command = tuple(plain) if plain[0] == "db" else (plain[0],)
        asked.setdefault(command, set()).update(one for one in words if one.startswith("--"))
    assert {("serve",), ("backup",), ("restore",), ("doctor",), ("db", "copy")} <= set(asked)
    for command, options in asked.items():
        told = tenluz(*command, "--help")
        assert told.status == 0, command
        for option in options:
            assert option.rstrip('"') in told.out, f"tenluz {' '.join(command)} has no {option}"


def test_every_file_that_is_named_exists() -> None:
    for name in re.findall(r"\]\(([^)#]+)(?:#[\w-]+)?\)", GUIDE.read_text()):
        assert (GUIDE.parent / name).exists(), name
    copied = re.findall(
        r"^(?:sed (?:'[^']*'|\S+)|cp) ((?:[\w./-]+ )+)(?:> )?/etc", GUIDE.read_text(), re.M
    )
    names = [Path(name).name for name in " ".join(copied).split()]
    assert len(names) == 10
    assert all((DEPLOY / name).is_file() for name in names)


def written(file: str) -> list[str]:
    """What the guide's commands write into a file of /etc, one after the other."""
    lines = re.findall(rf"^(sed .+) > {re.escape(file)}$", GUIDE.read_text(), re.M)
    return [subprocess.check_output(line, shell=True, cwd=DEPLOY, text=True) for line in lines]


def test_a_second_machine_listens_to_the_proxy_of_the_first() -> None:
    first, second = written("/etc/systemd/system/tenluz.service")
    (alone,) = re.findall(r"^ExecStart=(.*)$", first, re.M)
    (beside,) = re.findall(r"^ExecStart=(.*)$", second, re.M)
    assert alone.endswith("--public-url https://YOUR.NAME")
    assert beside == f"{alone} --host 10.0.0.2 --proxy 10.0.0.1"
    one, several = written("/etc/nginx/conf.d/tenluz.conf")
    assert "proxy_pass http://127.0.0.1:8010;" in one
    assert several == one.replace("http://127.0.0.1:8010;", "http://tenluz;")
    text = (DEPLOY / "nginx-several.conf").read_text()
    assert "upstream tenluz {" in text
    assert re.findall(r"^ +server (\S+);", text, re.M) == ["127.0.0.1:8010", "10.0.0.2:8010"]
    # Both know where the database is: the unit alone does not.
    assert GUIDE.read_text().count("tenluz.service.d/database.conf\n") == 2


def test_nginx_is_given_connections_for_more_than_a_few_hundred_people(tmp_path: Path) -> None:
    """By the guide's commands, on a configuration like Debian's."""
    nginx = find("nginx")
    if nginx is None:
        pytest.skip(BY_HAND.format("nginx", "nginx"))
    lines = re.findall(
        r"^.*/etc/nginx/(?:nginx\.conf|modules-enabled/.*)$", GUIDE.read_text(), re.M
    )
    (tmp_path / "modules-enabled").mkdir()
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"worker_processes auto;\npid {tmp_path}/pid;\nerror_log stderr;\n"
        f"include {tmp_path}/modules-enabled/*.conf;\n"
        "events {\n\tworker_connections 768;\n\t# multi_accept on;\n}\nhttp {}\n"
    )
    assert len(lines) == 2
    for line in lines * 2:  # who follows the guide once more changes nothing
        subprocess.run(line.replace("/etc/nginx", str(tmp_path)), shell=True, check=True)
    words = shlex.join([nginx, "-t", "-c", str(whole), "-e", "stderr"])
    told = subprocess.run(
        f"ulimit -Sn 1024; {words}", shell=True, check=True, capture_output=True, text=True
    ).stderr
    assert "test is successful" in told
    assert "exceed" not in told, "it may open as many files"
    assert "worker_connections 32768;" in whole.read_text()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
def test_systemd_understands_the_units() -> None:
    words = ["systemd-analyze", "verify", *(str(DEPLOY / name) for name in UNITS)]
    told = subprocess.run(words, check=False, capture_output=True, text=True).stderr.splitlines()
    assert [line for line in told if "/opt/tenluz/bin/tenluz is not executable" not in line] == []


def test_it_starts_after_what_it_needs() -> None:
    lines = (DEPLOY / "tenluz.service").read_text().splitlines()
    (after,) = [line for line in lines if line.startswith("After=")]
    assert {"network-online.target", "postgresql.service"} <= set(after[6:].split())
    assert "Wants=network-online.target" in lines, "else nothing waits for it"


# --- the container ------------------------------------------------------------------------------


def ignored(path: str) -> bool:
    """Whether .dockerignore keeps a path out: of its lines the last that fits decides."""
    out = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!")
        if line and not line.startswith("#"):
            parts = [path, *(str(one) for one in Path(path).parents)]
            if any(fnmatch(one, pattern) for one in parts if one != "."):
                out = not line.startswith("!")
    return out


def test_what_the_container_is_made_of_is_there() -> None:
    stages = set()
    for word, rest in instructions():
        if word == "FROM":
            image, *more = rest.split(" AS ")
            assert image in stages or re.fullmatch(r"docker\.io/library/debian:[a-z]+-slim", image)
            stages.update(more)
        if word == "COPY" and not rest.startswith("--from="):
            *sources, _ = rest.split()
            for source in sources:
                assert (ROOT / source).exists(), source
                assert not ignored(source), source
        if word == "COPY" and rest.startswith("--from="):
            assert rest.removeprefix("--from=").split()[0] in stages
        for call in re.findall(r"pip install ([^&]*)", rest):
            assert "--require-hashes" in call or "--no-index" in call, call
    assert ignored("web/node_modules/vite")
    assert ignored("src/tenluz/web/index.html")
    assert ignored(".git/config")


def test_the_container_runs_as_nobody_special() -> None:
    told = dict(instructions())  # the last of each kind: those of the last stage
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", told["USER"])
    healthy = re.search(r"127\.0\.0\.1:(\d+)(/\w+)", told["HEALTHCHECK"])
    assert healthy is not None
    assert healthy[1] == told["EXPOSE"] == "8010"
    assert healthy[2] in PAGES
    (program,) = json.loads(told["ENTRYPOINT"])
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert Path(program).name in scripts
    assert [word for word, _ in instructions()].index("USER") > 0
    assert "ADD" not in told


def test_podman_is_told_to_keep_the_health_check() -> None:
    """In the format that it takes by itself there is none."""
    assert "HEALTHCHECK" in dict(instructions())
    for file in (GUIDE, CONTAINERFILE):
        calls = re.findall(r"podman build .*", file.read_text())
        assert calls
        assert all("--format docker " in call for call in calls), file


def builder() -> str:
    """What builds containers here; a test without one is skipped."""
    for name in ("podman", "docker"):
        if shutil.which(name) is not None:
            if subprocess.run([name, "info"], check=False, capture_output=True).returncode == 0:
                return name
    pytest.skip("nothing here builds containers: podman or docker does")


@pytest.mark.soak
def test_the_container_is_built_and_plays(tmp_path: Path) -> None:
    build = builder()
    kept = ["--format", "docker"] if build == "podman" else []
    words = [build, "build", *kept, "--file", "deploy/Containerfile", "--tag", "tenluz-test", "."]
    built = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    port = free_port()
    head = "--detach --rm --read-only --tmpfs /tmp --network host --cap-drop=all"
    volumes = "--volume tenluz-test:/var/lib/tenluz --volume tenluz-cache:/var/cache/tenluz"
    served = f"tenluz-test serve --no-open --port {port} --data /var/lib/tenluz --workers 2"
    ran = subprocess.run(
        [build, "run", *shlex.split(f"{head} {volumes} {served}")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    name = ran.stdout.strip()
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=300) as visitor:
            end = time.monotonic() + 300
            while not answers(visitor):
                assert time.monotonic() < end, subprocess.getoutput(f"{build} logs {name}")
                time.sleep(0.5)
            assert "<title>" in visitor.get("/").text
            table = {"game": "luz", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
            made = visitor.post("/api/tables", json=table)
            assert made.status_code == 201, made.text
        inside = [build, "exec", name, "/opt/tenluz/bin/python", "-c"]
        who = subprocess.check_output([*inside, "import os; print(os.getuid())"], text=True)
        assert who.strip() == "10001"
        write = [*inside, "open('/opt/x', 'w')"]
        written = subprocess.run(write, check=False, capture_output=True, text=True)
        assert "Read-only file system" in written.stderr
        subprocess.run([*inside, "import asyncpg"], check=True)
        check = [build, "inspect", "--format", "{{.Config.Healthcheck}}", name]
        assert "/healthz" in subprocess.check_output(check, text=True)
    finally:
        subprocess.run([build, "stop", name], check=False, capture_output=True)


def answers(visitor: httpx.Client) -> bool:
    try:
        return visitor.get("/healthz").is_success
    except httpx.TransportError:
        return False
