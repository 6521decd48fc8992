import type { companyForms } from './company-forms.ts'

export const en = {
  newTitle: 'New company',
  editTitle: (name) => `Details of ${name}`,
  name: 'Name',
  nameMissing: 'Type the name of the company.',
  nameTaken: 'A company with this name exists. Create another?',
  country: 'Country',
  taxId: 'Tax id',
  taxIdHint: 'It is checked when you save.',
  taxIdFree: 'For this country it is not checked.',
  email: 'Email',
  emailWrong: 'Type a whole email address, such as ana@oficina.ec.',
  phone: 'Phone',
  address: 'Address',
  create: 'Create company',
  createAnyway: 'Create another',
  save: 'Save',
  created: (name) => `“${name}” is created`,
  createdNext: 'Now invite those who work in it.',
  invite: 'Invite',
  saved: 'Changes saved',
  acts: {
    deactivate: {
      title: (name) => `Deactivate “${name}”?`,
      effects: (people) => [
        `No one from the company can sign in any more (${people}), and their sessions end now.`,
        'Its case files, documents and signatures are kept, and what was signed can still be verified.',
        'Its shared links do not open meanwhile.',
        'You can reactivate it at any time.',
      ],
      submit: 'Deactivate',
      done: (name) => `“${name}” is deactivated`,
    },
    reactivate: {
      title: (name) => `Reactivate “${name}”?`,
      effects: (people) => [`Its active users can sign in again (${people}).`],
      submit: 'Reactivate',
      done: (name) => `“${name}” is active again`,
    },
    remove: {
      title: (name) => `Remove “${name}”?`,
      effects: (people, cases, empty) =>
        empty
          ? [
              'It has no case files and no users who can sign in: it is deleted for good.',
              'If it had users, templates or emails, it is not deleted: it stays deactivated.',
            ]
          : [
              `It has ${people} and ${cases}: it is not deleted but deactivated.`,
              `No one from the company can sign in any more (${people}), and their sessions end now.`,
              'Its case files, documents and signatures stay where they are: nothing goes to the recycle bin, and what was signed can still be verified.',
              'Its shared links do not open meanwhile.',
              'You can reactivate it at any time.',
            ],
      submit: 'Remove',
      done: (name) => `“${name}” was deleted`,
    },
  },
  keptInstead: (name) => `“${name}” is deactivated and keeps everything`,
  staysTitle: (name) => `“${name}” cannot be deleted`,
  staysText: (people, cases) =>
    `It has ${people} and ${cases}, which are kept. It is deactivated already: no one from the company can sign in. If it works again, choose Reactivate in its menu.`,
  totp: {
    title: 'Require two-step verification?',
    lacking: (count) =>
      count === 0
        ? 'All users have it already: nothing changes for them.'
        : count === 1
          ? '1 user does not have it yet and must set it up the next time they use Foja.'
          : `${count} users do not have it yet and must set it up the next time they use Foja.`,
    unless: (provider) => `Except users who signed in with their ${provider} account: they go on without it.`,
    you: 'You are among them: keep your phone at hand.',
    youByPassword: 'You are among them: if you signed in with a password, keep your phone at hand.',
    submit: 'Require it',
  },
  passkey: {
    title: 'Require a passkey?',
    lacking: (count) =>
      count === 0
        ? 'All users have one already: nothing changes for them.'
        : count === 1
          ? '1 user does not have one yet and must add it the next time they use Foja.'
          : `${count} users do not have one yet and must add it the next time they use Foja.`,
    unless: (provider) => `Except users who signed in with their ${provider} account: they go on without it.`,
    you: 'You are among them: you will have to add one.',
    youByPassword: 'You are among them: if you signed in with a password, you will have to add one.',
    submit: 'Require it',
  },
  passkeyEnd: {
    title: 'Stop requiring a passkey?',
    text: 'Two-step verification is still required, with a code from a phone or a passkey.',
    submit: 'Stop requiring it',
  },
  totpEnd: {
    title: 'Stop requiring two-step verification?',
    text: 'Those who have it keep it and may remove it in My profile; for the others the password is enough.',
    submit: 'Stop requiring it',
  },
} satisfies typeof companyForms
