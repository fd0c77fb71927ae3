import { registrationUrl } from '#features/courses/cohorts/course-messages.server.ts'
import { publicUrl } from './record-call.ts'
import { type Answer, type Scenes, tokenOf } from './scene.ts'
import { addCohort, addRegistration, dayFromNow } from './training-rows.ts'

export const courseScenes: Scenes = {
  async 'a date and its registrations'({ say, site }) {
    const { database } = site
    const list = await say('listAllCourses')
    const courseId = list[0]._id
    const inOrder = list.flatMap(({ _id, featured }: Answer, order: number) => (featured ? [{ _id, order }] : []))
    await say('reorderCourses', { body: { courses: inOrder } })
    const date = await addCohort(database, courseId, { seats: 6 })
    const of = { courseId, cohortId: date.id }
    await say('enterRegistration', {
      body: { ...of, kind: 'enrol', name: 'Dev Shah', email: 'dev@example.com', people: 2 },
    })
    const booked = await addRegistration(database, {
      ...of,
      kind: 'enrol',
      state: 'confirmed',
      name: 'Meera Iyer',
      people: 2,
    })
    const token = tokenOf(await registrationUrl(database, publicUrl, booked.id, 'withdraw'))
    const link = await say('getRegistrationByLink', { query: { token } }, null)
    const participants = [{ _id: link.participants[0]._id, name: 'Arjun Iyer' }]
    await say('updateRegistrationByLink', { body: { token, participants } }, null)
    await say('answerRegistrationLink', { body: { token, action: 'withdraw' } }, null)
    const waiting = await addRegistration(database, { ...of, name: 'Nila Bose' })
    await say('offerSeat', { path: { id: waiting.id }, body: { people: 1 } })
    const path = { id: courseId, cohort: date.id }
    const notice = await say('createCourseDateMessage', {
      path,
      body: { kind: 'note', audience: 'enrolled', body: 'Bring a laptop.', count: 1 },
    })
    await say('listCourseDateMessages', { path })
    await say('undoCourseDateMessage', { path: { ...path, notice: notice._id } })
    await say('deleteCourseDate', { path: { course: courseId, id: (await addCohort(database, courseId)).id } })
  },
  async 'a date that has begun'({ say, site }) {
    const [{ _id: courseId }] = await say('listAllCourses')
    const days = { startsOn: dayFromNow(-1), endsOn: dayFromNow(0), timetable: '10-17' }
    const date = await addCohort(site.database, courseId, days)
    const of = { courseId, cohortId: date.id, kind: 'enrol', state: 'confirmed', people: 2 } as const
    await addRegistration(site.database, { ...of, name: 'Meera Iyer' })
    const path = { id: date.id }
    const { participants } = await say('listCourseDateParticipants', { path })
    const [{ _id }] = participants
    await say('updateCourseDateParticipants', { path, body: { participants: [{ _id, name: 'Arjun Iyer' }] } })
    await say('recordAttendance', { path, body: { day: days.startsOn, present: [_id] } })
    await say('issueCertificates', { path, body: { participants: [_id] } })
    const { certificates } = await say('listCourseDateCertificates', { path })
    const number = certificates[0].number
    await say('getCertificate', { path: { number } }, null)
    await say('withdrawCertificate', { path: { number } })
  },
}
