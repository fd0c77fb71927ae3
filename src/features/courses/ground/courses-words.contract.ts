/** The texts above the list of courses as shipped. */
export const coursesWords = {
  title: 'Expert-led courses, taught by the people who do the work',
  lead: 'Live sessions in small groups, with practice on systems like the ones you will run. Leave with something that works and the reasons why.',
}

/** Apart from the schemas, so that pages can list them without loading a validator. */
export const courseCategories = [
  'Web Development',
  'Mobile Development',
  'Cloud Computing',
  'AI & ML',
  'DevOps',
] as const
export const courseLevels = ['Beginner', 'Intermediate', 'Advanced'] as const
