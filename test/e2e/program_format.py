"""The lit format of end-to-end tests: see lit.local.cfg and run.py."""
import os

import lit.formats
import lit.Test
import lit.util


class ProgramFormat(lit.formats.ShTest):
    def __init__(self, tinec, python, examples, options, limit):
        super().__init__(execute_external=False)
        self.tinec = tinec
        self.python = python
        self.examples = examples
        self.options = options  # of tinec
        self.limit = limit  # seconds of a compilation or run

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        source = suite.getSourcePath(path_in_suite)
        names = sorted(os.listdir(source))
        for name in names:
            stem, extension = os.path.splitext(name)
            if extension == ".test" or (extension == ".py" and
                                        stem + ".expected" in names):
                yield lit.Test.Test(suite, path_in_suite + (name,), config)
        # The folder of the examples stands for examples/ of the project.
        if path_in_suite == ("e2e",) and os.path.isdir(self.examples):
            for name in sorted(os.listdir(self.examples)):
                if name.endswith(".py"):
                    path = path_in_suite + ("examples", name)
                    yield lit.Test.Test(suite, path, config)

    def execute(self, test, lit_config):
        if test.path_in_suite[-1].endswith(".test"):
            return super().execute(test, lit_config)
        program = test.getSourcePath()
        if test.path_in_suite[:-1] == ("e2e", "examples"):
            program = os.path.join(self.examples, test.path_in_suite[-1])
        executable = test.getExecPath() + ".exe"
        os.makedirs(os.path.dirname(executable), exist_ok=True)
        script = os.path.join(os.path.dirname(__file__), "run.py")
        command = [self.python, script, "--tinec", self.tinec,
                   "--limit", str(self.limit), program,
                   executable] + self.options
        out, err, status = lit.util.executeCommand(
            command, env=test.config.environment)
        text = " ".join(command) + "\n" + out + err
        return (lit.Test.FAIL if status else lit.Test.PASS), text
