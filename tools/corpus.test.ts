import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from '@foja/pades/sign'
import { createTestAuthority } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner } from '@foja/testing/signing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mutate, tryCase } from './corpus-case.ts'
import type { Bench } from './corpus-case.ts'
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

it('needs a folder with PDFs in it', () => {
  expect(corpus().status).toBe(2)
  expect(corpus(join(folder, 'nowhere')).status).toBe(2)
  expect(corpus(join(folder, 'sound.pdf')).status).toBe(2)
  const empty = mkdtempSync(join(tmpdir(), 'foja-corpus-'))
  expect(corpus(empty).status).toBe(2)
  rmSync(empty, { recursive: true })
})

it('goes on after a crash, and fails', { timeout: 60_000 }, () => {
  const bad = mkdtempSync(join(tmpdir(), 'foja-corpus-'))
  try {
    // larger than Node reads at once: what throws anything but an error of the engine is a crash
    writeFileSync(join(bad, 'a-huge.pdf'), '')
    truncateSync(join(bad, 'a-huge.pdf'), 2 ** 31 + 1)
    writeFileSync(join(bad, 'b-sound.pdf'), makePdf())
    const { status, lines } = corpus(bad)
    expect(status).toBe(1)
    expect(lines.find((line) => line.includes('a-huge.pdf'))).toMatch(/^crash\t.*FAULT /)
    expect(lines.find((line) => line.includes('b-sound.pdf'))).toMatch(/^signed\t/)
    expect(lines.at(-1)).toBe('1\twith faults')
  } finally {
    rmSync(bad, { recursive: true })
  }
})

it('tells a signature that fails, and one that was damaged before', async () => {
  const authority = createTestAuthority({ keyType: 'p256' })
  const { signer, root: anchor } = makeTestSigner({ authority })
  const stranger = makeTestSigner({ authority: createTestAuthority({ keyType: 'p256' }) }).signer
  const renderer = { renderPage: () => Promise.reject(new Error('not drawn')) } as unknown as Bench['renderer']
  const bench = { signer, root: anchor, renderer }
  const signed = (await sign(makePdf(), signer, { signingTime: new Date() })).pdf
  expect(await tryCase(signed, false, bench)).toEqual({ outcome: 'signed', faults: [], notes: [], earlier: 1 })
  const damaged = Uint8Array.from(signed)
  damaged[12]! ^= 1
  const { faults, notes } = await tryCase(damaged, false, bench)
  expect(faults).toEqual([])
  expect(notes).toEqual([expect.stringMatching(/^earlier signature: Signature1 TOTAL_FAILED HASH_FAILURE/)])
  const wrong = await tryCase(makePdf(), false, { ...bench, signer: stranger })
  expect(wrong.faults[0]).toMatch(/^own signature: INDETERMINATE/)
})

it('damages the same bytes for the same seed', () => {
  const pdf = makePdf()
  expect(mutate(pdf, 3)).toEqual(mutate(pdf, 3))
  expect(mutate(pdf, 3)).not.toEqual(mutate(pdf, 4))
})
