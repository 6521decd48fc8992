import { signOut } from './session-store.ts'

/**
 * Signs out and deletes the user's data in this browser: drafts, files and name. Rejects if the server does not answer.
 */
export async function leaveSession(): Promise<void> {
  // Loaded before the session ends: without this code the data would remain.
  const [{ clearDrafts }, { clearFiles }, { forgetLastSignedInUser }] = await Promise.all([
    import('./draft.ts'),
    import('../files/file-store.ts'),
    import('./last-signed-in-user.ts'),
  ])
  await signOut()
  clearDrafts()
  forgetLastSignedInUser()
  await clearFiles()
}
