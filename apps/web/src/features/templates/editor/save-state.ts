/** `unsaved`: stored only in this browser. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed'
