import { signOut } from './session-store.ts'

/** Signs out and ends what the person left in this browser: drafts, files and their name. Rejects when the server cannot be told. */
export async function leaveSession(): Promise<void> {
  // Before the session ends: without this code the person would leave something behind.
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
