import { defineTexts } from '../../../lib/texts/define-texts.ts'
import type { Topic, TopicOf } from '../topics.ts'

export const mediateTopics: Record<TopicOf<'mediate'>, Topic> = {
  home: {
    title: 'Empezar el día',
    text: 'El inicio reúne lo que te espera.',
    steps: [
      'Arriba está lo que te toca, según tu rol: «Por firmar», «Por agendar», «Por enviar», «Vencidas»…',
      'Usa el botón de cada fila para hacerlo ahí mismo.',
      '«Espero por» dice quién te debe una firma o un documento.',
      'Para firmar un PDF, suéltalo en cualquier parte; en el teléfono, elígelo en «Firmar un PDF».',
    ],
    words: 'inicio pendientes tareas tablero resumen',
  },
  newCase: {
    title: 'Crear una solicitud',
    text: 'Un expediente reúne documentos, personas, citas y resultados.',
    steps: [
      'Elige «Nueva solicitud» y escribe un título.',
      'Agrega los archivos: PDF, imagen o Word.',
      'Indica quiénes participan y crea el expediente.',
    ],
    words: 'expediente nueva subir archivos wizard',
  },
  editCase: {
    title: 'Completar un expediente',
    text: 'Agrega documentos y cambia sus personas o sus notas.',
    steps: [
      'En «Documentos», elige «Agregar» o suelta ahí los archivos. En el teléfono también está «Tomar foto».',
      'Con «Desde plantilla» creas uno con los datos del expediente.',
      'Para cambiar el título, las notas o las personas, elige «Editar» en «Más acciones».',
      'Si ya está enviado o concluido y no puedes cambiarlo, pide que te lo devuelvan.',
    ],
    words: 'subir archivo agregar adjuntar editar persona involucrado parte nota corregir foto',
  },
  send: {
    title: 'Enviar y agendar',
    text: 'Al enviarla, la solicitud pasa de pendiente a agendado.',
    steps: [
      'Abre el expediente y elige «Enviar».',
      'Si tu rol lo permite, pon fecha, lugar y persona a cargo.',
      'Se avisa por correo a quienes la atienden.',
    ],
    words: 'cita fecha audiencia agendado asignar mandar',
  },
  reschedule: {
    title: 'Cambiar una cita',
    text: 'Otra fecha, otro lugar u otra persona a cargo.',
    steps: [
      'En el expediente, elige «Cambiar», junto a la fecha, o «Fecha y lugar» en «Más acciones».',
      'Cambia la fecha, la hora, el lugar o quién está a cargo, y elige «Guardar».',
      'Las personas con correo reciben la invitación nueva.',
      'Si ya las convocaste, elige «Convocar otra vez»: lo contestado antes ya no vale.',
    ],
    words: 'mover reagendar postergar aplazar fecha hora lugar audiencia cita',
  },
  convene: {
    title: 'Convocar a los involucrados',
    text: 'Cada uno recibe un enlace en el que confirma, pide otra fecha o dice que no asistirá.',
    steps: [
      'Envía la solicitud con una fecha y, en el expediente, elige «Convocar».',
      'A quien no tiene correo, entrégale su enlace: «Copiar enlace», en sus acciones.',
      'Lo que contestan queda en el expediente y en la agenda, y te llega un aviso.',
      'Si cambias la fecha, convoca otra vez: lo contestado antes ya no vale.',
      'Después, «Pedir firmas» ofrece el acta a todos los involucrados de una vez.',
    ],
    words: 'convocatoria citar cita audiencia mediación partes asistir confirmar citación',
  },
  result: {
    title: 'Registrar el resultado',
    text: 'Di cómo terminó la mediación de cada documento, o de todos.',
    steps: [
      'En el expediente, elige «Registrar resultado».',
      'Elige acuerdo total, acuerdo parcial, sin acuerdo o no realizada.',
      'Cuando todo esté listo, elige «Concluir».',
    ],
    words: 'mediación acuerdo concluir acta',
  },
  askSigners: {
    title: 'Pedir firmas a otras personas',
    text: 'Firman o aprueban desde un enlace, sin cuenta, con su propio certificado o con una firma simple.',
    steps: [
      'En el expediente o el documento, elige «Pedir firmas».',
      'Agrega a cada persona con su correo y, si importa el orden, su turno.',
      'A quien no tiene certificado, ponle «Firma simple»: la dibuja o la escribe, y la sella la oficina. Su sello se sube en «Ajustes de firma».',
      'Elige dónde firma cada persona con «Elegir lugar» o, en una pantalla ancha, arrastra su nombre a la página. Si no, Foja propone un lugar.',
      'Activa «Puede delegarlo en otra persona» si aceptas que firme otra.',
      'Elige hasta cuándo y envía. Mientras dura el pedido nadie más cambia esos documentos.',
      'En «Pedidos» ves quién falta: recuérdale, corrige su correo, copia su enlace o anula el pedido.',
    ],
    words:
      'destinatario firma simple dibujada sello oficina pedido enlace turno orden delegar aprobar rechazar externo cliente recordar whatsapp mandar',
  },
  askDocuments: {
    title: 'Pedir documentos a otras personas',
    text: 'Los entregan desde un enlace, sin cuenta, con fotos o archivos.',
    steps: [
      'En el expediente, elige «Pedir documentos».',
      'Escribe a quién y qué documentos: Foja ofrece la lista de la última vez.',
      'Cuando llegan, elige «Revisar»: acepta, y pasan al expediente, o devuelve con un motivo.',
      'Con todo aceptado, el pedido queda completo. Lo que falta lo recuerda Foja.',
    ],
    words: 'requisitos lista checklist entregar cédula foto recibir devolver constancia cliente',
  },
  followUp: {
    title: 'Seguir tus pedidos',
    text: 'Quién firmó, quién falta y qué hacer.',
    steps: [
      'En «Pedidos» ves todos, con su avance y su vencimiento.',
      'Abre uno y elige «Recordar» para la persona que falta.',
      'Si el correo estaba mal, elige «Cambiar correo o datos» en el menú de la persona: el enlace anterior deja de abrir.',
      'En ese menú, «Enviar por WhatsApp» y «Copiar enlace» sirven para entregarle su enlace.',
      'Un borrador se retoma desde la misma lista.',
      'Si ya no hace falta, elige «Anular el pedido» y escribe el motivo.',
    ],
    words: 'borrador recordar corregir anular vencido pendiente destinatario cancelar whatsapp',
  },
  goBack: {
    title: 'Devolver una solicitud',
    text: 'Vuelve a pendiente cuando hay algo que corregir.',
    steps: [
      'En el expediente, abre «Más acciones», elige «Devolver» y escribe el motivo.',
      'Si tenía cita, se anula.',
      'Se avisa a su autor.',
    ],
    words: 'pendiente corregir motivo regresar',
  },
  agenda: {
    title: 'Usar la agenda',
    text: 'Las citas de la semana, por persona.',
    steps: [
      'Mira la semana o la lista y filtra por persona.',
      'Abre una cita para ir a su expediente.',
      'Descárgala para tu calendario.',
    ],
    words: 'citas calendario semana audiencia',
  },
  readDocument: {
    title: 'Leer un documento',
    text: 'Con sus firmas, sus versiones y sus correos.',
    steps: [
      'Ábrelo desde el expediente o el buscador.',
      'Usa la lupa para buscar en su texto, y las flechas para pasar de página.',
      'En «Firmas» ves quién firmó y si algo cambió después.',
      'En «Versiones» están todas, también la anterior a cada firma.',
      'Los íconos de arriba lo descargan, lo imprimen, lo comparten o lo envían por correo.',
      'Lo que no veas arriba está en «Más acciones»: en el teléfono, casi todo.',
    ],
    words: 'versiones descargar imprimir buscar texto lector borrar eliminar',
  },
  share: {
    title: 'Compartir un documento',
    text: 'Con un enlace, por correo o con personas de tu oficina.',
    steps: [
      'Abre el documento y elige «Compartir» o «Enviar por correo».',
      'Al enlace puedes ponerle vencimiento, contraseña y un máximo de vistas.',
      'Anúlalo cuando quieras: deja de abrir de inmediato.',
    ],
    words: 'enlace link correo enviar anular whatsapp mandar',
  },
  evidence: {
    title: 'Probar lo que pasó',
    text: 'El historial y el informe de evidencias sirven ante un tercero.',
    steps: [
      'En el expediente, «Historial» muestra cada acto, con su hora y su autor.',
      '«Historial íntegro» dice que nadie lo cambió.',
      'En el documento, abre «Firmas» y elige «Informe de evidencias»: un PDF con las firmas, las huellas y los actos.',
      'Entrega ese informe junto con el PDF firmado.',
    ],
    words: 'historial auditoría evidencias prueba juez informe huella sha-256',
  },
  find: {
    title: 'Encontrar un expediente',
    text: 'Busca por título, persona o código.',
    steps: [
      'Toca la lupa (o Ctrl K) y escribe.',
      'En «Solicitudes», filtra por estado, fechas, mediación o lo que requiere atención.',
      'Exporta la lista a CSV si la necesitas en una hoja de cálculo.',
    ],
    words: 'buscar filtros csv exportar lista',
  },
}

export const useMediateTopics = defineTexts(mediateTopics, () => import('./mediate-topics.en.ts'))
