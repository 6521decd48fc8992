import { both } from './problem-text.ts'

/** Texts of errors about case files, mediation, documents and mail. */
export const caseworkProblemTexts = {
  stale_version: both(
    {
      title: 'Otra persona lo cambió antes',
      detail: 'Mira la versión actual, elige qué conservas y guarda de nuevo. Lo que escribiste no se ha perdido.',
    },
    {
      title: 'Another person changed it first',
      detail: 'Look at the current version, choose what to keep and save again. What you wrote is not lost.',
    },
  ),
  transition_not_allowed: both(
    {
      title: 'Ese paso no es posible ahora',
      detail: 'El estado cambió desde que abriste la página. Recárgala para ver qué se puede hacer.',
    },
    {
      title: 'That step is not possible now',
      detail: 'The status has changed since you opened the page. Reload it to see what can be done.',
    },
  ),
  assignee_unknown: both(
    {
      title: 'Esa persona no puede estar a cargo de la solicitud',
      detail: 'Elige a alguien activo de Mediación o Gestión de la misma empresa.',
    },
    {
      title: 'That person cannot be in charge of the request',
      detail: 'Choose an active user of Mediation or Management in the same company.',
    },
  ),
  date_in_past: both(
    { title: 'La fecha ya pasó', detail: 'Elige una fecha y una hora futuras.' },
    { title: 'The date has passed', detail: 'Choose a future date and time.' },
  ),
  solicitud_concluded: both(
    {
      title: 'La solicitud está concluida',
      detail: 'Para cambiar algo, primero devuélvela a pendiente indicando el motivo.',
    },
    { title: 'The request is concluded', detail: 'To change something, first return it to pending with a reason.' },
  ),
  last_document: both(
    {
      title: 'Es el único documento de la solicitud',
      detail: 'Una solicitud conserva al menos uno. Agrega otro antes, o elimina el expediente.',
    },
    {
      title: 'It is the only document of the request',
      detail: 'A request keeps at least one. Add another first, or delete the case file.',
    },
  ),
  case_signed: both(
    { title: 'El expediente tiene firmas', detail: 'Solo un administrador puede eliminar un expediente firmado.' },
    { title: 'The case file has signatures', detail: 'Only an administrator can delete a signed case file.' },
  ),
  case_held: both(
    {
      title: 'El expediente está retenido',
      detail: 'Mientras lo esté, nadie lo elimina. Un gestor o un administrador puede soltarlo.',
    },
    {
      title: 'The case file is held',
      detail: 'It cannot be deleted meanwhile. A gestor or an administrator can release it.',
    },
  ),
  person_unknown: both(
    {
      title: 'Una de esas personas no está en la oficina',
      detail: 'Elige personas activas de la misma empresa.',
    },
    { title: 'One of those people is not in the office', detail: 'Choose active people of the same company.' },
  ),
  email_address_wrong: both(
    { title: 'Una dirección de correo no sirve', detail: 'Corrígela o quítala y vuelve a enviar.' },
    { title: 'An email address does not work', detail: 'Correct or remove it and send again.' },
  ),
  mail_in_environment: both(
    {
      title: 'El correo viene de la instalación',
      detail:
        'SMTP_URL está puesta en el servidor y tiene prioridad sobre estos ajustes. Cámbiala ahí, o quítala y reinicia Foja.',
    },
    {
      title: 'Email comes from the installation',
      detail: 'SMTP_URL is set on the server and takes precedence. Change it there, or remove it and restart Foja.',
    },
  ),
  backup_not_configured: both(
    {
      title: 'Las copias no están configuradas',
      detail: 'Pon en FOJA_BACKUP_DIR una carpeta para las copias, o en FOJA_BACKUP_BUCKET un bucket, y reinicia Foja.',
    },
    {
      title: 'Backups are not configured',
      detail: 'Set FOJA_BACKUP_DIR to a folder for backups, or FOJA_BACKUP_BUCKET to a bucket, and restart Foja.',
    },
  ),
  mail_not_configured: both(
    { title: 'Falta el servidor de correo', detail: 'Guarda primero sus datos.' },
    { title: 'There is no mail server', detail: 'Save its settings first.' },
  ),
  mail_password_missing: both(
    {
      title: 'Falta la contraseña del correo',
      detail: 'Escríbela otra vez: la guardada vale solo para el mismo servidor, puerto, seguridad y usuario.',
    },
    {
      title: 'The email password is missing',
      detail: 'Type it again: the stored one is for the same server, port, security and user only.',
    },
  ),
  mail_password_in_clear: both(
    {
      title: 'La contraseña viajaría sin cifrar',
      detail: 'Elige STARTTLS o TLS, o quita el usuario si el servidor no lo pide.',
    },
    {
      title: 'The password would travel unencrypted',
      detail: 'Choose STARTTLS or TLS, or remove the user if the server needs none.',
    },
  ),
  email_quota_exceeded: both(
    {
      title: 'Llegaste al límite de correos de hoy',
      detail: 'Espera a mañana, o comparte el documento con un enlace.',
    },
    {
      title: 'You have reached today’s limit of emails',
      detail: 'Wait until tomorrow, or share the document by a link.',
    },
  ),
  invitation_quota_exceeded: both(
    {
      title: 'Llegaste al límite de invitaciones de hoy',
      detail: 'Espera a mañana, o pide a tu administrador que invite a las demás personas.',
    },
    {
      title: 'You have reached today’s limit of invitations',
      detail: 'Wait until tomorrow, or ask your administrator to invite the others.',
    },
  ),
  email_attachment_too_large: both(
    {
      title: 'El documento es demasiado grande para ir adjunto',
      detail: 'Envíalo como enlace: llega igual y se abre en el navegador.',
    },
    {
      title: 'The document is too large to be attached',
      detail: 'Send it as a link: it arrives as well and opens in the browser.',
    },
  ),
  email_not_waiting: both(
    {
      title: 'Ese correo ya no está esperando',
      detail: 'Ya salió o se descartó. Recarga la página para ver cómo quedó.',
    },
    {
      title: 'That message is not waiting any more',
      detail: 'It has gone out or was discarded. Reload the page to see how it ended.',
    },
  ),
  nothing_to_download: both(
    {
      title: 'No hay documentos que descargar',
      detail: 'Elige solicitudes que tengan documentos y vuelve a intentarlo.',
    },
    { title: 'There are no documents to download', detail: 'Choose requests that have documents and try again.' },
  ),
}
