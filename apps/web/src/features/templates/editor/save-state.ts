/** How it stands with what was changed. `unsaved`: kept in this browser alone. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed'
