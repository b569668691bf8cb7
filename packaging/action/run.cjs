// The runner calls this file at the step, and once more at the end of a job that failed. mock.sh does the work.
const { spawnSync } = require("node:child_process");
const { appendFileSync } = require("node:fs");

const atEnd = process.env.STATE_began === "true";
if (!atEnd) appendFileSync(process.env.GITHUB_STATE, "began=true\n");

// In Windows the first bash of the PATH can be one of another system.
const bash = process.platform === "win32" ? `${process.env.ProgramFiles}\\Git\\bin\\bash.exe` : "bash";
const script = `${__dirname}/mock.sh`.replaceAll("\\", "/");
const { status, error } = spawnSync(bash, [script, atEnd ? "print" : "start"], { stdio: "inherit" });
if (error) throw error;
process.exitCode = status ?? 1;
