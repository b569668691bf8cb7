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
const args = process.argv.slice(2);
// A mock also ends when this process is killed: the system then closes the pipe that the mock reads.
const serves = /^(serve$|-|$)/.test(args[0] ?? "") && !args.includes("mcp");
const until = process.env.MOCKSERVER_UNTIL_EOF ?? args.find((flag) => flag.startsWith("--until-eof"));
const child = spawn(program, args, {
  stdio: [serves ? "pipe" : "inherit", "inherit", "inherit"],
  env: serves ? { ...process.env, MOCKSERVER_UNTIL_EOF: process.env.MOCKSERVER_UNTIL_EOF || "true" } : process.env,
}).on("error", fail);
if (serves && until) {
  process.stdin.pipe(child.stdin).on("error", () => {}); // of a mock that has ended
}
for (const signal of ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"]) {
  // A terminal sends SIGINT to both processes, and a second one would end the program at once. Its input ends a mock
  // also when another process sent the signal.
  process.on(signal, () => signal === "SIGINT" && [0, 1, 2].some(isatty) ? child.stdin?.end() : child.kill(signal));
}
child.on("exit", (code, signal) => {
  process.stdin.destroy();
  process.exitCode = code ?? 128 + constants.signals[signal];
  if (signal) {
    process.removeAllListeners(signal).kill(process.pid, signal);
  }
});
