import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mutate } from './corpus-case.ts'
import { root } from './run.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'foja-corpus-'))
  const sound = makePdf({ form: 'direct' })
  writeFileSync(join(folder, 'sound.pdf'), sound)
  writeFileSync(join(folder, 'encrypted.PDF'), makePdf({ encryption: { mode: 'aes-256' } }))
  writeFileSync(join(folder, 'cut.pdf'), sound.subarray(0, sound.length - 40))
  writeFileSync(join(folder, 'locked.pdf'), makePdf({ encryption: { mode: 'aes-128', userPassword: 'x' } }))
  writeFileSync(join(folder, 'other.txt'), 'no PDF')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const corpus = (...args: string[]): { status: number | null; lines: string[] } => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'tools/corpus.ts'), ...args], { encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

it('says what became of each file and counts', { timeout: 60_000 }, () => {
  const { status, lines } = corpus(folder)
  expect(status).toBe(0)
  const outcomes = lines
    .slice(0, 4)
    .map((line) => line.split('\t'))
    .map(([outcome, , name]) => `${name}: ${outcome}`)
  expect(outcomes.toSorted()).toEqual([
    'cut.pdf: repaired',
    'encrypted.PDF: signed',
    'locked.pdf: refused: pdf_encrypted (password)',
    'sound.pdf: signed',
  ])
  expect(lines.slice(-4)).toEqual(['2\tsigned', expect.any(String), expect.any(String), '0\twith faults'])
})

it('tries damaged copies', { timeout: 60_000 }, () => {
  const { status, lines } = corpus(folder, '--mutants', '5')
  expect(status).toBe(0)
  expect(lines.filter((line) => line.includes(' #'))).toHaveLength(20)
})

it('needs a folder', () => {
  expect(corpus().status).toBe(2)
})

it('damages the same bytes for the same seed', () => {
  const pdf = makePdf()
  expect(mutate(pdf, 3)).toEqual(mutate(pdf, 3))
  expect(mutate(pdf, 3)).not.toEqual(mutate(pdf, 4))
})
