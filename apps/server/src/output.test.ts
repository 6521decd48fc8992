import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createOutput } from './output.ts'

const keep = (isTTY: boolean) => {
  const lines: string[] = []
  return { isTTY, write: (text: string) => void lines.push(text), lines }
}
const parse = (line: string) =>
  JSON.parse(line) as { level: number; msg: string; time: number; err?: { stack: string } }

describe('what a server prints besides its log', () => {
  it('is a sentence on a terminal', () => {
    const out = keep(true)
    createOutput(out, keep(true)).say('Foja está lista')
    expect(out.lines).toEqual(['Foja está lista\n'])
  })

  it('is one JSON object a line elsewhere', () => {
    const [out, err] = [keep(false), keep(false)]
    const output = createOutput(out, err)
    output.say('Foja está\nlista')
    output.fail('El puerto está ocupado.')
    output.fail(new Error('outer', { cause: new Error('inner') }))
    for (const line of [...out.lines, ...err.lines]) expect(line.trimEnd()).not.toContain('\n')
    expect(parse(out.lines[0]!)).toMatchObject({ level: 30, msg: 'Foja está\nlista' })
    expect(parse(err.lines[0]!)).toMatchObject({ level: 60, msg: 'El puerto está ocupado.' })
    expect(parse(err.lines[1]!).err!.stack).toContain('inner')
  })

  it('includes the warnings of Node and the stack of an uncaught error, which ends the process with 1', () => {
    const script = `
      const { createOutput, takeOverStderr } = await import('./apps/server/src/output.ts')
      takeOverStderr(createOutput())
      process.emitWarning('old call', 'DeprecationWarning')
      setTimeout(() => { throw new Error('unexpected') }, 0)`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    const lines = stderr.trimEnd().split('\n').map(parse)
    expect(status).toBe(1)
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'old call'],
      [60, 'Foja stopped'],
    ])
    expect(lines[1]!.err!.stack).toContain('unexpected')
  })
})
