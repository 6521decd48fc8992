import type { simple } from './simple.ts'

export const en = {
  title: (documents) => `Simple signature of ${documents}`,
  how: 'How you sign',
  kinds: { drawn: 'Draw', typed: 'Type' },
  sheet: 'Sheet to draw your signature on',
  sheetHint: 'With a finger, a pen or the mouse.',
  clear: 'Clear',
  typed: 'Your signature',
  drawMissing: 'Draw your signature on the sheet.',
  textMissing: 'Type your name as you sign.',
  consentMissing: 'Tick that you agree.',
  sealed: (company) =>
    `${company} seals it with its certificate. The documents say “Simple signature”, with your name and the time.`,
  submit: 'Sign',
  failed: 'It was not signed',
  unanswered: 'The connection was lost. What is signed stays signed: try again.',
} satisfies typeof simple
