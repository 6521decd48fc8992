import { statfs } from 'node:fs/promises'

/** Bytes. `free`: those that this process may still use. */
export type DiskSpace = { free: number; total: number }

export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}
