import { getOwner, lastOwner } from './owner.ts'

async function endFiles(): Promise<void> {
  try {
    const { clearFiles } = await import('../files/file-store.ts')
    await clearFiles()
  } catch {
    // Whoever reads files gets their own alone, and ends the others'.
  }
}

/** To be awaited before the session of `id` is known to any page: ends the files of others in this browser. */
export async function clearOtherUsersFiles(id: string): Promise<void> {
  const owner = getOwner()
  if ((owner !== null && owner !== id) || lastOwner() !== id) await endFiles()
}
