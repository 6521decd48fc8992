import type { userForms } from './user-forms.ts'

export const en = {
  newTitle: 'New user',
  editTitle: (name) => `Details of ${name}`,
  name: 'First and last name',
  nameMissing: 'Type their name.',
  email: 'Email',
  emailHint: 'They sign in with it.',
  emailInvites: 'If you change it, the previous invitation stops working and another is sent to the new address.',
  emailWrong: 'Type a whole email address, such as ana@oficina.ec.',
  role: 'Role',
  roleHints: {
    admin: 'May do everything, in every company.',
    gestor: 'Manages their company: users, templates and every request.',
    mediador: 'Sees every request of their company; schedules, mediates and concludes them.',
    usuario: 'Makes their own requests and sees what is shared with them.',
  },
  roleLocked: 'Another administrator changes your own role.',
  company: 'Company',
  companyMissing: 'Choose the company they work in.',
  noCompany: 'None: manages all of them',
  post: 'Job title',
  postHint: 'For instance: Mediator, Secretary.',
  phone: 'Phone',
  way: 'First sign-in',
  byInvitation: 'With an invitation',
  byPassword: 'With a password',
  invitationHint: 'They get an email with a link and choose a password. The link expires in 7 days.',
  password: 'Password',
  passwordToTell: 'Give it to them yourself, in person or by phone; they can change it later in My profile.',
  create: 'Create and invite',
  createOnly: 'Create',
  save: 'Save',
  created: (name) => `The account of ${name} is created`,
  invited: (email) => `Invitation sent to ${email}`,
  saved: 'Changes saved',
  invitedAgain:
    'They will get an email to choose a password of their own. If it does not arrive, “Send another invitation” in their menu sends another.',
  linkTitle: (name) => `Give this link to ${name}`,
  linkText: 'Email is not set up, so the invitation did not go out. Copy the link and send it to them yourself.',
  link: 'Invitation link',
  copyLink: 'Copy the link',
  linkOnce: (when) => `It works once, until ${when}. To be safe, it is not shown again.`,
  linkLost: 'If it gets lost, “Send another invitation” in the user’s menu makes a new one.',
  heldTitle: 'The invitation is on hold',
  heldText: 'Email is not set up. It goes out once it is and someone releases the messages.',
  done: 'Done',
  passwordTitle: (name) => `Set a password for ${name}`,
  passwordText: 'The previous one stops working and their sessions end.',
  newPassword: 'New password',
  ownPassword: 'Your password',
  ownPasswordHint: 'To confirm that it is you.',
  ownPasswordForAddress:
    'To confirm that it is you: with the new address another password can be asked for. The earlier address is notified.',
  ownPasswordMissing: 'Type your password.',
  setPassword: 'Set the password',
  passwordSet: (name) => `${name} has a new password`,
  confirm: {
    invite: {
      title: (name) => `Send another invitation to ${name}?`,
      text: (email) => `It goes to ${email} with a new link that expires in 7 days. The previous one stops working.`,
      submit: 'Send the invitation',
      done: (name) => `Invitation sent to ${name}`,
    },
    reactivate: {
      title: (name) => `Reactivate ${name}?`,
      text: (email) =>
        `They sign in again with ${email} and the password they had; if they never signed in, they get another invitation. Their links and their certificate do not come back: they have to add them again.`,
      submit: 'Reactivate',
      done: (name) => `${name} can sign in again`,
    },
    totp: {
      title: (name) => `Remove two-step verification of ${name}?`,
      text: (email) =>
        `Do so if they have neither their phone nor recovery codes any more, and only if you confirmed their identity. They sign in with their password and can set it up again. They are notified at ${email}.`,
      submit: 'Remove two-step verification',
      done: (name) => `${name} has no two-step verification any more`,
    },
    sessions: {
      title: (name: string) => `End the sessions of ${name}?`,
      text: (email: string) =>
        `Use it if they lost or lent a device. The sessions end now everywhere, and ${email} has to sign in again. If someone else knows the password, set another.`,
      submit: 'End their sessions',
      done: (name: string) => `The sessions of ${name} have ended`,
    },
  },
  leave: {
    deactivate: {
      title: (name) => `Deactivate ${name}?`,
      effects: [
        'They cannot sign in, and their sessions end now.',
        'The links that they shared are revoked and their stored certificate is deleted.',
        'Their name and all that they did stay in the history. You can reactivate them at any time.',
      ],
      submit: 'Deactivate',
      done: (name) => `${name} is deactivated`,
    },
    remove: {
      title: (name) => `Remove ${name} from the office?`,
      effects: [
        'They disappear from this list, cannot sign in, and their sessions end now.',
        'The links that they shared are revoked and their stored certificate is deleted.',
        'Their name and all that they did stay in the history. Their email is free for someone else.',
        'This cannot be undone.',
      ],
      submit: 'Remove',
      done: (name) => `${name} is no longer in the office`,
    },
  },
  openCases: (count) =>
    count === 1
      ? 'They have 1 open request. Who takes it over?'
      : `They have ${count} open requests. Who takes them over?`,
  outOfReach: 'Who takes over their open requests',
  someOpenCases: 'They have open requests. Who takes them over?',
  successorHint: 'They are notified.',
  successorMissing: 'Choose someone: every request needs a person in charge.',
  handedOver: (count, name) =>
    count === 1 ? `${name} takes over 1 request.` : `${name} takes over ${count} requests.`,
} satisfies typeof userForms
