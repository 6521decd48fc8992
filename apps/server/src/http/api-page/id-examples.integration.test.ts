import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { idPattern } from '@foja/contracts/ids'
import { hasValidator } from '@foja/testing/validators'
import { expect, it } from 'vitest'
import { idExamples } from './id-examples.ts'

it.each([
  ['sh', 'sh', ['-c', idExamples.sh], true],
  ['Python', 'python3', ['-c', `${idExamples.Python}\nprint(id)`], hasValidator('python3')],
  ['PHP', 'php', ['-r', `${idExamples.PHP}\necho $id;`], hasValidator('php')],
])('the example of the API page in %s makes an id', async (_name, command, words, isThere) => {
  if (!isThere) return
  const { stdout } = await promisify(execFile)(command, words)
  expect(stdout.trim()).toMatch(idPattern)
})
