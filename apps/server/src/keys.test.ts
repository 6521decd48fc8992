import { SignJWT, jwtVerify } from 'jose'
import { hkdfSync } from 'node:crypto'
import { mkdtemp, mkdir, open, readFile, readdir, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createKeys, findKeys, KeyFileError, loadKeys } from './keys.ts'

const folder = await mkdtemp(join(tmpdir(), 'foja-keys-'))
afterAll(() => rm(folder, { recursive: true }))

type Content = { version: number; id: string; secret: string; session: { d?: string } }
const contentOf = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as Content

describe('the key file', () => {
  it('is created once, readable by its owner only, in a folder of its own', async () => {
    const file = join(folder, 'new', 'keys.json')
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => loadKeys(file)))
    expect(others.map(({ session }) => session.id)).toEqual(others.map(() => first!.session.id))
    expect((await loadKeys(file)).session.id).toBe(first!.session.id)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'new'))).toEqual(['keys.json'])
  })

  it('is synced with its folder, so that it survives a power loss, and closed', async () => {
    const handle = await open(folder, 'r')
    const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
    await handle.close()
    await createKeys(join(folder, 'durable.json'))
    const synced = sync.mock.contexts as FileHandle[]
    sync.mockRestore()
    // A closed handle has no descriptor.
    expect(synced.map(({ fd }) => fd)).toEqual([-1, -1])
  })

  it('has one field a line, for people', async () => {
    const file = join(folder, 'lines.json')
    await createKeys(file)
    expect(await readFile(file, 'utf8')).toMatch(/^\{\n {2}"version": 1,\n {2}"id": /)
  })

  it('holds a secret of 32 bytes and an id of 8, new each time', async () => {
    const files = [join(folder, 'a.json'), join(folder, 'b.json')]
    for (const file of files) await createKeys(file)
    const [one, two] = await Promise.all(files.map(contentOf))
    expect(Buffer.from(one!.secret, 'base64url')).toHaveLength(32)
    expect(one!.id).toMatch(/^[0-9a-f]{16}$/)
    expect([one!.id, one!.secret, one!.session.d]).not.toContain(two!.id)
    expect(one!.secret).not.toBe(two!.secret)
    expect(one!.session.d).not.toBe(two!.session.d)
  })

  it('derives a key of 32 bytes for each purpose by HKDF-SHA-256', async () => {
    const file = join(folder, 'derive.json')
    const keys = await loadKeys(file)
    const secret = Buffer.from((await contentOf(file)).secret, 'base64url')
    expect(Buffer.from(keys.derive('a'))).toEqual(Buffer.from(hkdfSync('sha256', secret, 'foja', 'a', 32)))
    expect(keys.derive('a')).not.toEqual(keys.derive('b'))
  })

  it('signs and verifies tokens by its ES256 pair', async () => {
    const { session } = await loadKeys(join(folder, 'tokens.json'))
    const token = await new SignJWT({ sub: 'ana' }).setProtectedHeader({ alg: 'ES256' }).sign(session.privateKey)
    expect((await jwtVerify(token, session.publicKey)).payload.sub).toBe('ana')
    await expect(jwtVerify(token, (await loadKeys(join(folder, 'a.json'))).session.publicKey)).rejects.toThrow()
  })

  it('is not created by a search', async () => {
    expect(await findKeys(join(folder, 'absent.json'))).toBeNull()
    expect(await readdir(folder)).not.toContain('absent.json')
    expect((await findKeys(join(folder, 'a.json')))?.session.id).toBe((await contentOf(join(folder, 'a.json'))).id)
  })

  it('is refused with its name when it is damaged, of another kind, or a folder', async () => {
    const damaged = join(folder, 'damaged.json')
    const other = join(folder, 'other.json')
    await writeFile(damaged, '{')
    await writeFile(other, JSON.stringify({ ...(await contentOf(join(folder, 'a.json'))), version: 2 }))
    await mkdir(join(folder, 'folder.json'))
    for (const file of [damaged, other, join(folder, 'folder.json')]) {
      await expect(loadKeys(file)).rejects.toThrow(KeyFileError)
      await expect(findKeys(file)).rejects.toThrow(file)
    }
    await expect(loadKeys(join(folder, 'folder.json'))).rejects.toThrow(/\(EISDIR.*FOJA_KEY_FILE/)
    expect(await readFile(damaged, 'utf8')).toBe('{')
  })
})
