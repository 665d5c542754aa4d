"""Django's ``makemessages``, which finds the texts of the lessons, too: they stand in JSON."""

from __future__ import annotations

from pathlib import Path

from django.core.management.commands import makemessages

from campaign.lessons.curriculum import PLACE, read, texts_of

JSON = ".json"


class BuildFile(makemessages.BuildFile):
    """A file on its way to ``xgettext``: of a lesson its texts alone, each as if a script looked it up."""

    def preprocess(self) -> None:
        """Write what ``xgettext`` is to read. Raises ``LessonError``."""
        if not self.path.endswith(JSON):
            super().preprocess()
            return
        texts = texts_of(read(Path(self.path).read_bytes()))
        Path(self.work_path).write_text("".join(f"_({text!r})\n" for text in texts))


class Command(makemessages.Command):
    """``manage.py makemessages``."""

    build_file_class = BuildFile

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """What has texts; of all JSON only the lessons."""
        self.extensions |= {JSON}
        found = super().find_files(root)
        return [one for one in found if one.file[-len(JSON) :] != JSON or _is_lesson(one)]


def _is_lesson(file: makemessages.TranslatableFile) -> bool:
    return Path(file.dirpath).resolve().name == PLACE.name
