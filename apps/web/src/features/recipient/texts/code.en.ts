import type { code } from './code.ts'

export const en = {
  title: (asker) => `${asker} sent you a request`,
  goesTo: (company, email) => `${company} asks for a code before it opens. We send it to your mail, ${email}.`,
  sentTo: (email) => `We sent six digits to ${email}. They are valid for 10 minutes.`,
  code: 'Code',
  incomplete: 'Type the six digits of the message.',
  send: 'Send me the code',
  open: 'Open the request',
  notThere: 'Not there? Look in the junk folder, or',
  again: 'ask for another code',
} satisfies typeof code
