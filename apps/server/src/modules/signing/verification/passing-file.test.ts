import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPassingRoom } from './passing-file.ts'
import { createSentFiles } from './sent-files.ts'

const limits = { bytes: 100, perVisitor: 2, arrivalMs: 1000 }
const noFiles = createSentFiles({ bytes: 0, perVisitor: 0, lifeMs: 0 }, () => new Date())

async function* pieces(...sizes: number[]): AsyncIterable<Uint8Array> {
  for (const size of sizes) yield new Uint8Array(size).fill(7)
}

async function* stalling(): AsyncIterable<Uint8Array> {
  yield new Uint8Array(60)
  await new Promise(() => {})
}

const file = (stream: AsyncIterable<Uint8Array>) => ({ index: 0, name: 'a.pdf', stream })

describe('receiving a file for verification', () => {
  it('returns the file with its digest', async () => {
    const { bytes, sha256, name } = await createPassingRoom(limits, noFiles)
      .sink('ana')
      .receive(file(pieces(10, 20)))
    expect([bytes.length, name]).toEqual([30, 'a.pdf'])
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it('enforces the total memory limit, and frees memory once', async () => {
    const room = createPassingRoom(limits, noFiles)
    const first = await room.sink('ana').receive(file(pieces(60)))
    await expect(room.sink('eva').receive(file(pieces(30, 11)))).rejects.toMatchObject({ code: 'unavailable' })
    // The refused file holds no memory.
    const second = await room.sink('eva').receive(file(pieces(40)))
    first.release()
    first.release()
    await expect(room.sink('ana').receive(file(pieces(61)))).rejects.toMatchObject({ code: 'unavailable' })
    await room.sink('eva').discard(second)
    expect((await room.sink('ana').receive(file(pieces(100)))).bytes).toHaveLength(100)
  })

  it('frees the memory of kept files, oldest first', async () => {
    const sent = createSentFiles({ bytes: 100, perVisitor: 100, lifeMs: 60_000 }, () => new Date())
    const [first, second] = [50, 40].map((size) =>
      sent.keep('ana', { bytes: new Uint8Array(size), revisions: [], sizes: [] }),
    )
    const room = createPassingRoom(limits, sent)
    await room.sink('eva').receive(file(pieces(30, 30)))
    expect([sent.open(first!.handle), sent.open(second!.handle)?.bytes.length]).toEqual([undefined, 40])
    await expect(room.sink('eva').receive(file(pieces(41)))).rejects.toMatchObject({ code: 'unavailable' })
    expect(sent.bytes()).toBe(0)
  })

  it('is limited to two at a time per visitor', async () => {
    const room = createPassingRoom(limits, noFiles)
    const one = await room.sink('ana').receive(file(pieces(1)))
    await room.sink('ana').receive(file(pieces(1)))
    await expect(room.sink('ana').receive(file(pieces(1)))).rejects.toMatchObject({ code: 'too_many_attempts' })
    await room.sink('eva').receive(file(pieces(1)))
    one.release()
    await room.sink('ana').receive(file(pieces(1)))
  })

  it('times out for a stalled upload and frees its memory', async () => {
    const room = createPassingRoom({ ...limits, arrivalMs: 20 }, noFiles)
    await expect(room.sink('ana').receive(file(stalling()))).rejects.toMatchObject({ code: 'request_timeout' })
    expect((await room.sink('eva').receive(file(pieces(100)))).bytes).toHaveLength(100)
  })
})
