import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import type { SampleKey } from './sample-people.ts'

export type SampleDocument = {
  nombre: string
  tipo: string
  /** File in assets/samples; absent: filled from the template of its kind. */
  file?: string
  kind: 'demanda' | 'acta' | 'convenio' | 'contrato' | 'poder'
  /** State of its mediation; absent: not begun. */
  mediacion?: MediationStatus
}

/**
 * A case file of the sample office. `daysAgo` places its creation and `daysAhead` its hearing (negative: past), both
 * relative to today. A case is concluded at its hearing.
 */
export type SampleCase = {
  titulo: string
  partes: { nombre: string; rol: string }[]
  notas: string
  /** Who created, sent, mediates and concluded it. */
  author: SampleKey
  sender?: SampleKey
  mediator?: SampleKey
  concluder?: SampleKey
  /** It was just handed over to the admin who sets up Foja. */
  handed?: true
  status: SolicitudStatus
  daysAgo: number
  daysAhead?: number
  lugar?: string
  documents: SampleDocument[]
}

const sala1 = 'Sala 1, av. Amazonas N24-155'
const sala2 = 'Sala 2, av. Amazonas N24-155'

/**
 * What a mediation centre in Quito would have on its desk. The PDFs are in assets/samples, printed by
 * `tools/make-samples.ts` from this list.
 */
export const sampleCases: readonly SampleCase[] = [
  {
    titulo: 'Arrendamiento de local comercial',
    partes: [
      { nombre: 'Íñigo Núñez Íñiguez', rol: 'Arrendatario' },
      { nombre: 'Inmobiliaria La Mariscal S. A.', rol: 'Arrendadora' },
    ],
    notas:
      'La arrendadora acepta tres meses de gracia si el canon se actualiza desde enero de 2027. Falta confirmar quién cubre la reparación de la cubierta.',
    author: 'gabriel',
    sender: 'rocio',
    mediator: 'esteban',
    status: 'agendado',
    daysAgo: 8,
    daysAhead: 10,
    lugar: sala2,
    documents: [
      {
        nombre: 'Demanda de mediación.pdf',
        tipo: 'Demanda',
        file: 'arrendamiento-demanda.pdf',
        kind: 'demanda',
        mediacion: 'en_proceso',
      },
      {
        nombre: 'Contrato de arrendamiento 2023.pdf',
        tipo: 'Contrato',
        file: 'arrendamiento-contrato.pdf',
        kind: 'contrato',
      },
      { nombre: 'Acta de acuerdo total.pdf', tipo: 'Acta', kind: 'acta' },
    ],
  },
  {
    titulo: 'Pensión de alimentos',
    partes: [
      { nombre: 'Sofía Quiñónez Paredes', rol: 'Solicitante' },
      { nombre: 'Diego Cevallos Andrade', rol: 'Invitado' },
    ],
    notas: 'Traer los tres últimos roles de pago y los gastos del colegio.',
    author: 'gabriel',
    sender: 'rocio',
    mediator: 'paulina',
    status: 'agendado',
    daysAgo: 5,
    daysAhead: 3,
    lugar: sala2,
    documents: [
      { nombre: 'Demanda de alimentos.pdf', tipo: 'Demanda', file: 'alimentos-demanda.pdf', kind: 'demanda' },
    ],
  },
  {
    titulo: 'Liquidación laboral',
    partes: [
      { nombre: 'Ordóñez y Cía. Ltda.', rol: 'Empleador' },
      { nombre: 'Joaquín Peralta Mena', rol: 'Trabajador' },
    ],
    notas: 'Se revisaron los décimos y las vacaciones no gozadas de 2024 y 2025.',
    author: 'rocio',
    sender: 'rocio',
    mediator: 'esteban',
    concluder: 'esteban',
    status: 'concluido',
    daysAgo: 41,
    daysAhead: -20,
    lugar: sala1,
    documents: [
      {
        nombre: 'Convenio de pago en cuotas.pdf',
        tipo: 'Convenio',
        file: 'liquidacion-convenio.pdf',
        kind: 'convenio',
        mediacion: 'acuerdo_total',
      },
      {
        nombre: 'Acta de acuerdo total.pdf',
        tipo: 'Acta',
        file: 'liquidacion-acta.pdf',
        kind: 'acta',
        mediacion: 'acuerdo_total',
      },
    ],
  },
  {
    titulo: 'Partición de herencia',
    partes: [
      { nombre: 'Beatriz Ibáñez Peña', rol: 'Heredera' },
      { nombre: 'Gonzalo Ibáñez Peña', rol: 'Heredero' },
      { nombre: 'Marta Peña Rueda', rol: 'Cónyuge sobreviviente' },
    ],
    notas: 'El avalúo de la casa de Cumbayá está pendiente.',
    author: 'gabriel',
    sender: 'paulina',
    mediator: 'paulina',
    status: 'agendado',
    daysAgo: 12,
    daysAhead: -2,
    lugar: sala1,
    documents: [
      {
        nombre: 'Solicitud de mediación.pdf',
        tipo: 'Demanda',
        file: 'herencia-demanda.pdf',
        kind: 'demanda',
        mediacion: 'en_proceso',
      },
    ],
  },
  {
    titulo: 'Contrato de obra civil',
    partes: [
      { nombre: 'Construcciones Ríos S. A.', rol: 'Contratista' },
      { nombre: 'Municipio de Cañar', rol: 'Contratante' },
    ],
    notas: 'Divergencia por la planilla n.º 7 y las multas por atraso.',
    author: 'gabriel',
    status: 'pendiente',
    daysAgo: 2,
    documents: [{ nombre: 'Contrato de obra.pdf', tipo: 'Contrato', file: 'obra-contrato.pdf', kind: 'contrato' }],
  },
  {
    titulo: 'Compraventa de vehículo',
    partes: [
      { nombre: 'Andrés Muñoz Zúñiga', rol: 'Comprador' },
      { nombre: 'Autolasa S. A.', rol: 'Vendedora' },
    ],
    notas: 'La vendedora cubre el cambio de la caja y amplía la garantía a doce meses.',
    author: 'gabriel',
    sender: 'rocio',
    mediator: 'esteban',
    concluder: 'rocio',
    status: 'concluido',
    daysAgo: 30,
    daysAhead: -6,
    lugar: sala2,
    documents: [
      {
        nombre: 'Acta de acuerdo total.pdf',
        tipo: 'Acta',
        file: 'vehiculo-acta.pdf',
        kind: 'acta',
        mediacion: 'acuerdo_total',
      },
    ],
  },
  {
    titulo: 'Cuotas de condominio impagas',
    partes: [
      { nombre: 'Condominio Torres del Batán', rol: 'Solicitante' },
      { nombre: 'Óscar Quintana Vela', rol: 'Copropietario' },
    ],
    notas: 'Debe once alícuotas; propone pagar en cuotas.',
    author: 'rocio',
    status: 'pendiente',
    daysAgo: 3,
    documents: [
      { nombre: 'Convenio de pago en cuotas.pdf', tipo: 'Convenio', file: 'condominio-convenio.pdf', kind: 'convenio' },
    ],
  },
  {
    titulo: 'Poder especial para venta',
    partes: [{ nombre: 'Amalia Agüero Castañeda', rol: 'Poderdante' }],
    notas: 'Vive en Murcia; firma a distancia con su certificado.',
    author: 'gabriel',
    status: 'pendiente',
    daysAgo: 4,
    documents: [{ nombre: 'Poder especial.pdf', tipo: 'Poder', file: 'venta-poder.pdf', kind: 'poder' }],
  },
  {
    titulo: 'Deslinde de linderos',
    partes: [
      { nombre: 'Hacienda Santa Inés', rol: 'Solicitante' },
      { nombre: 'Comuna Guangopolo', rol: 'Invitada' },
    ],
    notas: 'El perito entregó el levantamiento topográfico.',
    author: 'rocio',
    sender: 'rocio',
    mediator: 'hernan',
    concluder: 'hernan',
    status: 'concluido',
    daysAgo: 57,
    daysAhead: -34,
    lugar: sala1,
    documents: [
      {
        nombre: 'Acta de acuerdo total.pdf',
        tipo: 'Acta',
        file: 'linderos-acta.pdf',
        kind: 'acta',
        mediacion: 'acuerdo_total',
      },
    ],
  },
  {
    titulo: 'Contrato de servicios médicos',
    partes: [
      { nombre: 'Hospital San José', rol: 'Prestador' },
      { nombre: 'Verónica Cedeño Loor', rol: 'Paciente' },
    ],
    notas: 'Se acordó la devolución parcial de lo facturado.',
    author: 'gabriel',
    sender: 'rocio',
    mediator: 'paulina',
    concluder: 'paulina',
    status: 'concluido',
    daysAgo: 22,
    daysAhead: -3,
    lugar: sala2,
    documents: [
      {
        nombre: 'Convenio de devolución.pdf',
        tipo: 'Convenio',
        file: 'medicos-convenio.pdf',
        kind: 'convenio',
        mediacion: 'acuerdo_parcial',
      },
    ],
  },
  {
    titulo: 'Filtración entre departamentos',
    partes: [
      { nombre: 'Lucía Tapia Borja', rol: 'Afectada' },
      { nombre: 'Ramiro Salas Coello', rol: 'Vecino del piso alto' },
    ],
    notas: 'Hay informe del plomero y fotografías.',
    author: 'gabriel',
    status: 'pendiente',
    daysAgo: 1,
    documents: [
      { nombre: 'Solicitud de mediación.pdf', tipo: 'Demanda', file: 'filtracion-demanda.pdf', kind: 'demanda' },
    ],
  },
  {
    titulo: 'Reconocimiento de deuda',
    partes: [
      { nombre: 'Cooperativa El Sagrario', rol: 'Acreedora' },
      { nombre: 'Familia Yépez Luna', rol: 'Deudora' },
    ],
    notas: 'Segunda audiencia; la primera se suspendió de común acuerdo.',
    author: 'rocio',
    sender: 'rocio',
    mediator: 'esteban',
    handed: true,
    status: 'agendado',
    daysAgo: 15,
    daysAhead: 1,
    lugar: sala1,
    documents: [
      {
        nombre: 'Convenio de pago en cuotas.pdf',
        tipo: 'Convenio',
        file: 'deuda-convenio.pdf',
        kind: 'convenio',
        mediacion: 'en_proceso',
      },
    ],
  },
]
