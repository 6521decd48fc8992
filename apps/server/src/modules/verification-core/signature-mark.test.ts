import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasSignatureMark } from './verdicts.ts'

it.each([
  ['<< /Type /Sig /Filter /X >>', true],
  ['<</Type/Sig>>', true],
  ['/ByteRange [0 1 2 3]', true],
  ['<< /FT /Sig /Lock << /Type /SigFieldLock >> >>', false],
  ['', false],
])('detects a signature mark in «%s»: %s', async (text, expected) => {
  expect(await hasSignatureMark(Buffer.from(text))).toBe(expected)
})

it('finds a mark across two pieces of a stored file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mark-'))
  try {
    const path = join(folder, 'a.pdf')
    // Files are read in pieces of 64 KiB.
    await writeFile(path, `${' '.repeat(65_531)}/ByteRange${' '.repeat(70_000)}`)
    expect(await hasSignatureMark({ path })).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})
