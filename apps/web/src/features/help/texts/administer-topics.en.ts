import type { administerTopics } from './administer-topics.ts'

export const en = {
  install: {
    title: 'Set Foja up',
    text: 'The first company and its administrator, in a minute.',
    steps: [
      'Open the address that the server prints.',
      'Type the name of the company, the country and its tax id.',
      'Type your name, your email and a password.',
      'If other computers reach Foja, type the code that the server printed.',
      'Choose “Create and sign in” and follow the “First steps” of the home page.',
    ],
    words: 'install first time welcome server code create company',
  },
  sample: {
    title: 'Try it with sample data',
    text: 'An invented company, apart from yours.',
    steps: [
      'While you set Foja up, leave “Load sample data” ticked.',
      'Open its case files: no one gets emails.',
      'Try to sign, return or conclude what you like.',
      'When you are done, choose “Remove it” on the home page. Your company stays as it is.',
    ],
    words: 'demo trial example practice remove',
  },
  companies: {
    title: 'Manage several companies',
    text: 'Each company sees only its own data.',
    steps: [
      'In “Companies”, create one with its tax id and country.',
      'Invite its manager, who manages its users and templates.',
      'A company with case files is deactivated, not deleted.',
    ],
    words: 'offices branches create company',
  },
  authorities: {
    title: 'Switch authorities on',
    text: 'Results depend on which authorities are trusted.',
    steps: [
      'In “Authorities”, choose your country.',
      'Switch on those that the law recognises.',
      'If one is missing, add its certificate from a file.',
    ],
    words: 'trust root certification country to confirm',
  },
  mail: {
    title: 'Connect email',
    text: 'Without a mail server, messages are kept and do not go out.',
    steps: [
      'In “Emails”, choose “Set up email”.',
      'Copy server, port, user and password from your provider.',
      'Send yourself a test message.',
      'Release the messages that were waiting.',
    ],
    words: 'smtp server port sender test mail',
  },
  importUsers: {
    title: 'Import users',
    text: 'Upload the list of your office from a spreadsheet.',
    steps: [
      'In “Users”, choose “Import CSV”.',
      'Choose the CSV, or paste the rows with their titles.',
      'Check the rows with errors and create the others.',
    ],
    words: 'csv excel users list',
  },
  forgotten: {
    title: 'A person cannot sign in',
    text: 'They forgot their password or lost their phone.',
    steps: [
      'If email is set up, “Forgot your password?” sends them a link.',
      'Without email, set a password from their menu in “Users”.',
      'If they lost their phone, remove their two-step verification, but only if you confirmed their identity.',
    ],
    words: 'forgotten password locked lost phone two step log in login',
  },
  outbox: {
    title: 'An email did not arrive',
    text: 'Each message says whether it went out and, if not, why.',
    steps: [
      'In “Emails”, filter by those that failed.',
      'Read the reason and correct the address.',
      'Send it again. Those who have it do not get it twice.',
    ],
    words: 'emails outbox failed resend',
  },
  backup: {
    title: 'Have backups',
    text: 'One a day, in a single encrypted file.',
    steps: [
      'Ask the person who runs the server to set FOJA_BACKUP_DIR (or FOJA_BACKUP_BUCKET) and a passphrase or a key.',
      'In “Status”, “Last backup” says when it finished or why it failed.',
      'Choose “Make a backup now” before an update.',
      'Keep the key file of the server apart: it is not in the backup.',
      'Rehearse a restore once on another computer.',
    ],
    words: 'backup restore recover disk copy passphrase',
  },
  status: {
    title: 'Something in Foja does not work',
    text: 'Email, disk, files, timestamps: what fails and what to do.',
    steps: [
      'In “Status”, what fails is at the top, with what to do.',
      'Repair it and press “Check”.',
      'To ask for help, “Copy report” puts everything into a text without passwords.',
    ],
    words: 'status failure full disk version report support',
  },
} satisfies typeof administerTopics
