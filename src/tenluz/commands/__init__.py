"""The commands of `tenluz`, one module each. They import what they need when they run, so
that `tenluz --help` is instant."""
