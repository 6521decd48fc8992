import { getOwner, lastOwner } from './owner.ts'

async function deleteFiles(): Promise<void> {
  try {
    const { clearFiles } = await import('../files/file-store.ts')
    await clearFiles()
  } catch {
    // Reading files deletes those of other users too.
  }
}

/** Deletes files of other users in this browser. Must be awaited before the session of `id` is visible to any page. */
export async function clearOtherUsersFiles(id: string): Promise<void> {
  const owner = getOwner()
  if ((owner !== null && owner !== id) || lastOwner() !== id) await deleteFiles()
}
