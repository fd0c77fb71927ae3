import { questionTrash } from '#features/proof/questions/questions.server.ts'
import { testimonialTrash } from '#features/proof/testimonials/testimonials.server.ts'

/** What shows visitors that the company can be trusted. All of it goes to the trash, has a schedule, and is found by the finder. */
export const proofKinds = [testimonialTrash, questionTrash]
