"use strict";
const { optionalDependencies = {} } = require("./package.json");

// Returns the file of the program: the one that MOCKSERVER names, or the one in the package for this system.
exports.findProgram = () => {
  if (process.env.MOCKSERVER) {
    return process.env.MOCKSERVER;
  }
  const system = `${process.platform}-${process.arch}`;
  const name = `@tourney-mock/${system}`;
  try {
    return require.resolve(`${name}/mockserver${process.platform === "win32" ? ".exe" : ""}`);
  } catch (cause) {
    const why = name in optionalDependencies
      ? `the package ${name}, which has the program, is not installed. npm leaves it out with --omit=optional, and ` +
        "when node_modules or the lock file comes from another system (https://github.com/npm/cli/issues/4828). " +
        "Remove node_modules and package-lock.json, and run npm install"
      : `there is no package with the program for ${system}. Build it: ` +
        "go install github.com/tourney-go/tourney/cmd/mockserver@latest";
    throw new Error(`tourney-mock: ${why}. Or name the file of a mockserver in the variable MOCKSERVER.`, { cause });
  }
};
