"""A package, so that a fixture of scope "package" ends with these tests: two Playwrights cannot run side by side."""
