import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openTerminal } from './terminal.ts'

function terminalOf() {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  return { input, output, errors, terminal: openTerminal({ input, output, errors }) }
}

describe('the terminal', () => {
  it('asks for a secret without showing it', async () => {
    const { input, output, errors, terminal } = terminalOf()
    const answer = terminal.askSecret('Contraseña:')
    input.write('ñandú 2026\r')
    expect(await answer).toBe('ñandú 2026')
    output.end()
    errors.end()
    expect(await text(output)).toBe('')
    expect(await text(errors)).toBe('Contraseña: \n')
  })

  it('shows what is typed otherwise', async () => {
    const { input, errors, terminal } = terminalOf()
    const answer = terminal.ask('Dirección:')
    input.write(' https://foja.example \r')
    expect(await answer).toBe('https://foja.example')
    errors.end()
    expect(await text(errors)).toContain('https://foja.example')
  })

  it('ends when the user cancels', async () => {
    const { input, terminal } = terminalOf()
    const answer = terminal.askSecret('Contraseña:')
    input.write('\u0003')
    await expect(answer).rejects.toThrow('Cancelado.')
  })
})
