import type { security } from './security.ts'

const devices: (typeof security)['devices'] = {
  browserOn: (browser, system) => `${browser} on ${system}`,
  unknownBrowser: 'Browser',
  unknown: 'Unnamed device',
  thisComputer: 'from the server itself',
  localNetwork: (ip) => `local network (${ip})`,
}

export const en = {
  title: 'Security',
  requiredTitle: 'Your company asks for two-step verification',
  requiredText:
    'Turn it on to go on: besides the password, you will type a code from your phone when you sign in. It takes two minutes.',
  password: 'Password',
  passwordChanged: (when) => `You changed it: ${when}.`,
  passwordNever: 'You have not changed it since your account was made.',
  passwordNone: 'You have no Foja password. Somebody else who manages your office can give you one.',
  passwordNoneBy: (provider) =>
    `You sign in with your ${provider} account, without a Foja password. If you need one, somebody else who manages your office can give you one.`,
  changePassword: 'Change password',
  changePasswordText: 'Saving it ends your sessions on other devices. This one stays open.',
  currentPassword: 'Current password',
  currentPasswordMissing: 'Type your current password.',
  currentPasswordWrong: 'That is not your current password. Check that Caps Lock is off.',
  newPassword: 'New password',
  samePassword: 'It is the one that you have. Choose another.',
  savePassword: 'Save password',
  passwordSaved: (ended) =>
    ended === 0
      ? 'Password saved.'
      : ended === 1
        ? 'Password saved. Another session was ended.'
        : `Password saved. ${ended} other sessions were ended.`,
  totp: 'Two-step verification',
  totpOn: 'On',
  totpOff: 'Off',
  totpRequired: 'Your company requires it',
  totpOffText: 'A code from your phone, besides the password: whoever guesses it cannot get in.',
  totpByPassword:
    'Your company asks it of whoever signs in with a password: should you do so, you will have to turn it on.',
  totpWithoutPassword: 'It is asked for together with the Foja password, and you sign in without one.',
  totpOnText: (when) => `Since ${when} you are asked for a code from your phone when you sign in.`,
  totpKeptText: 'It cannot be removed while your company requires it.',
  codesLeft: (count) =>
    count === 0
      ? 'You have no recovery code left.'
      : count === 1
        ? 'You have 1 recovery code left.'
        : `You have ${count} recovery codes left.`,
  codesFew: 'Get new ones before you need them: without phone or codes you could not get in.',
  activate: 'Turn on',
  move: 'Change phone',
  renew: 'New codes',
  remove: 'Remove',
  provider: 'Office account',
  providerLinked: (name) => `You can sign in with your ${name} account.`,
  providerUnlinked: (name) =>
    `Not linked yet. The first time that you use “Sign in with ${name}” with this same email, it links itself.`,
  setupTitle: 'Turn on two-step verification',
  setupPasswordText: 'To begin, type your password: that way nobody else can do it for you.',
  moveTitle: 'Change phone',
  moveText:
    'Type your password and a code from the phone that you use now. If you no longer have it, type one of your recovery codes; without them, ask whoever manages your office to remove the verification.',
  next: 'Continue',
  scanTitle: 'Scan this code with your phone',
  moveScanTitle: 'Scan this code with the new phone',
  scanText:
    'Open a codes app (Google Authenticator, Microsoft Authenticator, Aegis, 1Password…), choose to add an account and point the camera here.',
  qrAlt: 'QR code for your codes app',
  openApp: 'Open on this phone',
  typeInstead: 'Cannot scan it? Type this key into the app',
  copySecret: 'Copy the key',
  startAgain: 'Start again',
  typeCode: 'Six-digit code that it shows now',
  codeMissing: 'Type the six digits that your app shows.',
  confirm: 'Confirm and turn on',
  confirmMove: 'Confirm and change',
  codesTitle: 'Keep your recovery codes',
  codesText: 'If you lose the phone, one of these codes lets you in. Each is good once. They are not shown again.',
  movedCodesText:
    'They are new: the old ones are no longer good. If you lose the phone, one of these lets you in. Each is good once. They are not shown again.',
  codesLabel: 'Recovery codes',
  copyCodes: 'Copy',
  downloadCodes: 'Download',
  printCodes: 'Print',
  codesFile: 'Foja recovery codes',
  codesFileText: (email, when) =>
    `Account: ${email}. Made on ${when}. Each code is good once. Keep them where only you can find them.`,
  codesSaved: 'I have kept them',
  activated: 'Two-step verification is on. You will be asked for a code the next time.',
  moved: 'From now on the codes of the new phone are good. Those of the old one no longer are.',
  renewed: 'New codes kept. The old ones are no longer good.',
  renewTitle: 'Get new recovery codes',
  renewText: 'The old ones stop being good as soon as you see the new ones.',
  removeTitle: 'Remove two-step verification?',
  removeText: 'You will sign in with the password alone again. The recovery codes stop being good.',
  proofCode: 'Code from your app, or a recovery code',
  proofCodeMissing: 'Type the code that your app shows, or a recovery code.',
  removed: 'Two-step verification removed.',
  failed: 'The server did not answer. Nothing changed: try again.',
  sessions: 'Your open sessions',
  sessionsText: 'Devices that you signed in on. End whatever you do not recognise and change your password.',
  thisSession: 'This device',
  sessionSince: (when) => `Signed in: ${when}`,
  sessionUsed: (when) => `Last used: ${when}`,
  endSession: 'End',
  endSessionOf: (device) => `End the session of ${device}`,
  sessionEnded: 'Session ended.',
  onlyThis: 'No other session is open than this one.',
  endOthers: 'End the others',
  endOthersTitle: 'End all your other sessions?',
  endOthersText: 'Those devices will have to sign in again. This session stays open.',
  othersEnded: (count) => (count === 1 ? '1 session was ended.' : `${count} sessions were ended.`),
  devices,
} satisfies typeof security
