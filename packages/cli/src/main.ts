#!/usr/bin/env node
import { homedir } from 'node:os'
import { run } from './run.ts'
import { readEnvironment } from './settings.ts'
import { openTerminal } from './terminal.ts'

const terminal = openTerminal({ input: process.stdin, output: process.stdout, errors: process.stderr })
const environment = readEnvironment(process.env, homedir())
process.exitCode = await run(terminal, environment, process.argv.slice(2), (line) => console.error(line))
