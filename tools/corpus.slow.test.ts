import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from '@foja/pades/sign'
import { createTestAuthority } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner } from '@foja/testing/signing'
import { afterAll, expect, it } from 'vitest'
import { mutate, tryCase } from './corpus-case.ts'
import type { Bench } from './corpus-case.ts'
import { tryTemplate, type TemplateBench } from './corpus-template.ts'
import { plainPng } from '../packages/pdf/test/pixels.ts'
import { root } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'foja-corpus-'))
const sound = makePdf({ form: 'direct' })
writeFileSync(join(folder, 'sound.pdf'), sound)
writeFileSync(join(folder, 'encrypted.PDF'), makePdf({ encryption: { mode: 'aes-256' } }))
writeFileSync(join(folder, 'cut.pdf'), sound.subarray(0, sound.length - 40))
writeFileSync(join(folder, 'locked.pdf'), makePdf({ encryption: { mode: 'aes-128', userPassword: 'x' } }))
writeFileSync(join(folder, 'other.txt'), 'no PDF')
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

it('fills what it can as a template, and says why not of the rest', { timeout: 60_000 }, () => {
  const templates = mkdtempSync(join(tmpdir(), 'foja-corpus-'))
  try {
    const files: Record<string, Uint8Array> = {
      'plain.pdf': makePdf({ pages: 2 }),
      'form.pdf': makePdf({ form: 'indirect' }),
      'units.pdf': makePdf({ userUnit: 2, rotate: 90, mediaBox: [0, 0, 300, 400] }),
      'encrypted.pdf': makePdf({ encryption: { mode: 'aes-256' } }),
      'locked.pdf': makePdf({ encryption: { mode: 'aes-128', userPassword: 'x' } }),
      'xfa.pdf': makePdf({ xfa: 'hybrid', form: 'direct' }),
      'noise.pdf': Buffer.from('no PDF'),
    }
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(templates, name), bytes)
    const { status, lines } = corpus(templates, '--templates')
    expect(lines.filter((line) => line.includes('FAULT'))).toEqual([])
    expect(status).toBe(0)
    const outcomes = lines.slice(0, 7).map((line) => line.split('\t'))
    expect(Object.fromEntries(outcomes.map(([outcome, , name]) => [name, outcome]))).toEqual({
      'plain.pdf': 'filled',
      'form.pdf': 'filled with its form',
      'units.pdf': 'filled',
      'encrypted.pdf': 'refused: pdf_encrypted',
      'locked.pdf': 'refused: pdf_password',
      'xfa.pdf': 'refused: pdf_xfa',
      'noise.pdf': 'refused: pdf_invalid',
    })
    expect(lines.at(-1)).toBe('0\twith faults')
    // a filled page is checked where no field was placed, and so is a hidden field
    expect(outcomes.every(([, , , remarks]) => !remarks?.includes('not seen'))).toBe(true)
  } finally {
    rmSync(templates, { recursive: true })
  }
})

it('reports a filling that changes the page elsewhere, or is not deterministic', async () => {
  const page = { page: 1, width: 595, height: 842 }
  const filled = [makePdf(), makePdf({ withoutId: true })].map((bytes) => ({ bytes, pages: 1 }))
  let turn = 0
  const filler = {
    detectFields: async () => ({ fields: [], skipped: [] }),
    fill: async () => filled[turn++ % 2],
  }
  const colours = ['#fff', '#000']
  const renderer = {
    inspect: async () => ({ pages: 1, sizes: [page], encrypted: false, xfa: false, repaired: false }),
    renderPage: async () => ({ bytes: await plainPng(595, 842, colours.shift() ?? '#fff') }),
  }
  const bench = { filler, renderer } as unknown as TemplateBench
  const { faults } = await tryTemplate(makePdf(), false, bench)
  expect(faults).toEqual([
    'no signature waits',
    'filled differently the second time',
    expect.stringMatching(/^\d+ pixels outside of the fields differ$/),
  ])
})

it('requires a folder with PDFs', () => {
  expect(corpus().status).toBe(2)
  expect(corpus(join(folder, 'nowhere')).status).toBe(2)
  expect(corpus(join(folder, 'sound.pdf')).status).toBe(2)
  const empty = mkdtempSync(join(tmpdir(), 'foja-corpus-'))
  expect(corpus(empty).status).toBe(2)
  rmSync(empty, { recursive: true })
})

it('continues after a crash, and fails at the end', { timeout: 60_000 }, () => {
  const bad = mkdtempSync(join(tmpdir(), 'foja-corpus-'))
  try {
    // larger than Node reads in one call: any error but the engine's counts as a crash
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

it('distinguishes a failing signature from one that was broken before', async () => {
  const authority = createTestAuthority({ keyType: 'p256' })
  const { signer, trust } = makeTestSigner({ authority })
  const stranger = makeTestSigner({ authority: createTestAuthority({ keyType: 'p256' }) }).signer
  const renderer = { renderPage: () => Promise.reject(new Error('not drawn')) } as unknown as Bench['renderer']
  const bench = { signer, trust, renderer }
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
