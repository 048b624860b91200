// Imported before anything else by every entry point: a wrong runtime says so instead of failing strangely.
const MAJOR = 24

if (Number(process.versions.node.split('.')[0]) < MAJOR) {
  process.stderr.write(`belltower: needs Node ${MAJOR} or newer, but this is ${process.versions.node}\n`)
  process.exit(1)
}

// Whatever this process makes (log, lock, operator socket) is for its owner alone from the first moment.
process.umask(0o077)
