"""``python3 -m aha.testing``; where there is no libaha, ``python3 …/aha/testing``."""

if __package__:
    from .program import main
else:
    # Run by its path, this folder alone is known: its parts are found as those of a package.
    import importlib.util
    import os
    import sys

    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != here]
    spec = importlib.util.spec_from_file_location(
        "aha_testing", os.path.join(here, "__init__.py"), submodule_search_locations=[here])
    assert spec and spec.loader
    package = importlib.util.module_from_spec(spec)
    sys.modules["aha_testing"] = package
    spec.loader.exec_module(package)
    from aha_testing.program import main  # type: ignore[import-not-found,no-redef]

main()
