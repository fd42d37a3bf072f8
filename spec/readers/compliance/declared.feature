Feature: What is declared

  Scenario: Variables say what they are for
    Given I have any variable defined
    Then it must contain description

  Scenario: Outputs are described
    Given I have any output defined
    Then it must contain description

  Scenario: Outputs have values
    Given I have any output defined
    Then it must contain value

  Scenario: Providers have versions
    Given I have framework provider configured
    Then it must contain version_constraint

  Scenario: Objects that are looked up
    Given I have framework_thing data configured
    Then it must contain id

  Scenario: What refers to what
    Given I have terraform_data defined
    When it has input
    Then it must have "framework_thing.named" referenced
