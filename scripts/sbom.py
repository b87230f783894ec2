"""Print a software bill of materials: every package of requirements.lock as CycloneDX JSON.

pip-audit can make one too, but needs the network and omits hashes and packages unknown to the advisory service.
"""

from cyclonedx.contrib.hash.factories import HashTypeFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component
from cyclonedx.output.json import JsonV1Dot5
from packageurl import PackageURL
from pip_requirements_parser import InstallRequirement, RequirementsFile


def component(package: InstallRequirement) -> Component:
    name, version = package.name, package.get_pinned_version
    purl = PackageURL("pypi", None, name, version)
    hashes = map(HashTypeFactory().from_composite_str, package.hash_options)
    return Component(name=name, version=version, purl=purl, bom_ref=str(purl), hashes=hashes)


if __name__ == "__main__":
    packages = RequirementsFile.from_file("requirements.lock").requirements
    print(JsonV1Dot5(Bom(components=map(component, packages))).output_as_string(indent=1))
