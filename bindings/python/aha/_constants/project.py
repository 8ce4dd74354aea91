"""Written by scripts/generate from include/aha; do not edit."""

#: The bus that all others of a project lead to.
MASTER_ID = 1
#: The longest time in a project, in microseconds: a year.
PROJECT_LONGEST_US = 31536000000000
