import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Runs `foja` as a process, without a terminal. */
function foja(args: string[], variables: Record<string, string> = {}) {
  const program = fileURLToPath(new URL('./main.ts', import.meta.url))
  const env = { PATH: process.env['PATH'], HOME: '/nowhere', ...variables }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env,
    input: '',
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the program foja', () => {
  it('prints its help', () => {
    expect(foja(['--ayuda'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('foja verificar'),
      stderr: '',
    })
  })

  it('ends with 3 and a sentence when it fails', () => {
    expect(foja(['verificar', 'contrato.pdf'])).toEqual({
      status: 3,
      stdout: '',
      stderr: 'foja: No sé qué Foja usar: guarda su dirección con «foja entrar» o ponla en FOJA_ORIGEN.\n',
    })
  })
})
