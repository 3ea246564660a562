"""What a newcomer waits for, and what more cores bring, before a change and after it."""
