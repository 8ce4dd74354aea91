"""Written by scripts/generate from include/aha; do not edit."""

#: The id of the master bus of every project.
MASTER_ID = 1
#: Max time in a project, in microseconds: one year.
PROJECT_LONGEST_US = 31536000000000
