import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** How long the sweep after a start may take, in milliseconds. */
const sweepMs = 30_000

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The stored files of an installation whose server is killed. */
export class CrashedFiles {
  readonly #folder: string
  readonly #alone: boolean
  /** Digests of files that are no version of a document: of a certificate, or the base of a template. */
  #others: string[] = []
  /** Digests by path: a stored file never changes. */
  #known = new Map<string, string>()

  /** `alone`: no other process may be writing, so that the start deletes what a killed one left. */
  constructor(folder: string, alone: boolean) {
    this.#folder = join(folder, 'files')
    this.#alone = alone
  }

  /** The same for a copy of the installation in `folder`. */
  copyFor(folder: string): CrashedFiles {
    const copy = new CrashedFiles(folder, true)
    copy.#others = this.#others
    return copy
  }

  /** Takes what is stored now as no version. */
  async begin(): Promise<void> {
    this.#others = await this.#digests()
  }

  /**
   * Compares the files with the digests of all versions, one to one, and finds temporary ones, once the sweep has ended;
   * where others may be writing, each version needs its file, and more may be there. `whole`: reads every file again.
   */
  async problems(versions: readonly string[], whole: boolean): Promise<string[]> {
    if (whole) this.#known = new Map()
    if (!this.#alone) return await this.#missing(versions)
    const expected = [...this.#others, ...versions].toSorted().join()
    for (const deadline = Date.now() + sweepMs; ; await delay(50)) {
      const problems = await this.#problems(expected, versions.length)
      if (problems.length === 0 || Date.now() > deadline) return problems
    }
  }

  async #missing(versions: readonly string[]): Promise<string[]> {
    const left = Map.groupBy(await this.#digests(), (digest) => digest)
    return versions.flatMap((digest) =>
      left.get(digest)?.pop() === undefined ? [`no file is left for ${digest}`] : [],
    )
  }

  async #problems(expected: string, count: number): Promise<string[]> {
    const unfinished = (await readdir(join(this.#folder, 'tmp'))).length
    const problems = unfinished > 0 ? [`${unfinished} temporary files are left`] : []
    const digests = await this.#digests()
    if (digests.toSorted().join() !== expected)
      problems.push(
        `${digests.length} stored objects, ${this.#others.length} of them no versions, for ${count} versions`,
      )
    return problems
  }

  async #digests(): Promise<string[]> {
    const entries = await readdir(join(this.#folder, 'objects'), { recursive: true, withFileTypes: true })
    const digests: string[] = []
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      // The sweep may delete it meanwhile.
      const digest = this.#known.get(path) ?? (await readFile(path).then(sha256, () => null))
      if (digest === null) continue
      this.#known.set(path, digest)
      digests.push(digest)
    }
    return digests
  }
}
