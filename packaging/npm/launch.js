#!/usr/bin/env node
// Runs the program in place of this process: arguments, input, output, signals and exit code pass through.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { isatty } = require("node:tty");
const { findProgram } = require("./program.js");

function fail({ message }) {
  console.error(message);
  process.exit(1);
}

let program;
try {
  program = findProgram();
} catch (error) {
  fail(error);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" }).on("error", fail);
for (const signal of ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"]) {
  // A terminal sends SIGINT to both processes, and a second one would end the program at once.
  process.on(signal, () => signal === "SIGINT" && [0, 1, 2].some(isatty) || child.kill(signal));
}
child.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
  if (signal) {
    process.removeAllListeners(signal).kill(process.pid, signal);
  }
});
