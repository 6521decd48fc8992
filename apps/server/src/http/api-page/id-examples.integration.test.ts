import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { idPattern } from '@foja/contracts/ids'
import { expect, it } from 'vitest'
import { idExamples } from './id-examples.ts'

const run = promisify(execFile)

it.each([
  ['sh', 'sh', (text: string) => ['-c', text]],
  ['Python', 'python3', (text: string) => ['-c', `${text}\nprint(id)`]],
  ['PHP', 'php', (text: string) => ['-r', `${text}\necho $id;`]],
] as const)('the example of the API page in %s makes an id', async (name, command, argumentsOf) => {
  const isThere = await run(command, name === 'sh' ? ['-c', 'true'] : ['--version']).then(
    () => true,
    () => false,
  )
  if (!isThere && process.env['FOJA_REQUIRE_VALIDATORS']) throw new Error(`${command} is not installed`)
  if (!isThere) return
  const { stdout } = await run(command, argumentsOf(idExamples[name]))
  expect(stdout.trim()).toMatch(idPattern)
})
