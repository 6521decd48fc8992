import type { setup as es } from '../es/setup.ts'

export const setup: typeof es = {
  title: 'Welcome to Foja',
  text: 'Your company and who manages it: you start in a minute.',
  company: 'Your company',
  companyName: 'Company name',
  country: 'Country',
  otherCountry: 'Another country',
  taxId: 'Tax id',
  admin: 'Who manages it',
  name: 'First and last name',
  email: 'Email',
  emailHint: 'You will sign in with this email.',
  password: 'Password',
  code: 'Installation code',
  codeHint: 'It is in the window where the server was started.',
  sample: 'Load sample data',
  sampleHint: (company, contents) =>
    `“${company}” is created apart, a made-up company with ${contents}, so that you see what everything looks like. Your ` +
    'company is created with what you type here alone, and nobody gets emails. Remove it whenever you like with a button on the home page.',
  samplePeople: { one: 'person', other: 'people' },
  sampleCases: { one: 'case file', other: 'case files' },
  sampleDocuments: { one: 'document', other: 'documents' },
  sampleTemplates: { one: 'template', other: 'templates' },
  sampleTitle: (company) => `What you see of “${company}” is sample data`,
  sampleText: 'Its people, case files and appointments are made up, and no email goes out to their addresses.',
  sampleRemove: 'Remove the sample data',
  sampleRemoveTitle: 'Remove the sample data?',
  sampleGoes: (company, contents) =>
    `“${company}” is deleted with ${contents}, and what you tried out in them: signatures, links and emails.`,
  sampleStays: 'Your company, your people and your case files stay as they are.',
  sampleKept: (cases) =>
    `What somebody of your office made stays: ${cases} with documents of theirs. What is still open becomes yours.`,
  sampleForGood: 'This cannot be undone.',
  sampleGone: 'The sample data is gone.',
  submit: 'Create and enter',
  nameMissing: 'Type the name of the company.',
  personMissing: 'Type your first and last name.',
  emailWrong: 'Type a complete email, such as name@domain.com.',
  codeMissing: 'Type the installation code.',
  unreachable: 'The server did not answer. What you typed is still here: try again.',
  signInFailed: 'The company was created, but we could not sign you in. Sign in with your email and password.',
}
